#pragma once

#include "editor/scripting/gui_node.h"
#include "engine_core/base/result.h"

#include <map>
#include <string>
#include <vector>

namespace editor
{
/// One run of a window's onGui(): collects the elements in the order of the calls, and hands the
/// value of the element that the user changed back to the script. Elements are known by the labels
/// on the way to them, so that they stay the same ones while others come and go.
class GuiBuilder
{
public:
    /// More elements than this are refused: nobody can look at them, and widgets are not cheap.
    static constexpr std::size_t MaxNodes = 4000;
    static constexpr std::size_t MaxDepth = 32;
    static constexpr std::size_t MaxRows = 100'000;

    /// `event` is what the user did, or null if the window is only shown. Not owned.
    explicit GuiBuilder(const GuiEvent* event = nullptr);

    [[nodiscard]] const GuiEvent* event() const { return m_event; }

    /// Opens an element that holds what follows until end().
    engine::Result<void> begin(GuiKind kind, const std::string& label = {});

    /// Refused if what is open last is of another kind.
    engine::Result<void> end(GuiKind kind);

    /// Adds an element. The reference is valid until the next one is added.
    engine::Result<GuiNode*> add(GuiKind kind, const std::string& label);

    /// The event, if it is about this element.
    [[nodiscard]] const GuiEvent* eventOf(const GuiNode& node) const;

    void setNextTooltip(std::string text) { m_tooltip = std::move(text); }

    /// Tells elements of the same label apart by what they are about.
    void setNextKey(std::string key) { m_key = std::move(key); }

    void beginDisabled(bool disabled);
    engine::Result<void> endDisabled();

    /// The whole window. Refused if something is still open.
    engine::Result<GuiNode> finish();

private:
    struct Open
    {
        GuiNode node;
        std::map<std::string, int> labels; ///< how often each was used below it
    };

    void prepare(GuiNode& node, GuiKind kind, const std::string& label);

    const GuiEvent* m_event;
    std::vector<Open> m_open;
    std::vector<bool> m_disabled;
    std::string m_tooltip;
    std::string m_key;
    std::size_t m_count = 0;
};

/// "row", as in beginRow().
[[nodiscard]] const char* guiKindName(GuiKind kind);
} // namespace editor
