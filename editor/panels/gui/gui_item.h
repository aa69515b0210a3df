#pragma once

#include "editor/api/editor_api.h"
#include "editor/scripting/gui_node.h"

#include <QString>

#include <functional>
#include <memory>

class QWidget;

namespace editor
{
inline QString labelOf(const GuiNode& node)
{
    return QString::fromStdString(node.label);
}

/// What the elements of a scripted window need of the window around them.
struct GuiContext
{
    EditorApi& editor;
    /// The user did something; may change and remove elements, also the one that calls it.
    std::function<void(GuiEvent event)> send;
};

/// One element on the screen. It stays as long as the script describes an element of its kind and
/// key, so that focus, cursor and scroll bars stay as they are.
class GuiItem
{
public:
    explicit GuiItem(GuiContext& context) : m_context{context} {}

    /// The widgets are deleted later: the item may go while one of them is sending.
    virtual ~GuiItem();

    GuiItem(const GuiItem&) = delete;
    GuiItem& operator=(const GuiItem&) = delete;

    [[nodiscard]] const std::string& key() const { return m_node.key; }

    [[nodiscard]] GuiKind kind() const { return m_node.kind; }

    /// Never null once it was shown.
    [[nodiscard]] QWidget* widget() const { return m_widget; }

    /// What stands left of it; null if it has the whole width.
    [[nodiscard]] QWidget* label() const { return m_label; }

    /// Shows the element as the script describes it now.
    void show(const GuiNode& node);

protected:
    /// What differs between kinds; the node is the one given to show().
    virtual void update(const GuiNode& node) = 0;

    /// Takes the widget, and makes a label before it if `label` is not empty.
    void setWidget(QWidget* widget, const QString& label = {});

    void setLabelWidget(QWidget* label) { m_label = label; }

    [[nodiscard]] const GuiNode& node() const { return m_node; }

    [[nodiscard]] GuiContext& context() const { return m_context; }

    void send(engine::Value value, GuiPhase phase = GuiPhase::Done) const;
    void sendList(std::vector<engine::Value> list, GuiPhase phase = GuiPhase::Done) const;

private:
    GuiContext& m_context;
    GuiNode m_node; ///< without its children
    QWidget* m_widget = nullptr;
    QWidget* m_label = nullptr;
};

/// The element for a node of any kind, not yet shown. Its widgets are children of `parent`.
[[nodiscard]] std::unique_ptr<GuiItem>
makeGuiItem(GuiContext& context, const GuiNode& node, QWidget* parent);

// Parts of it, each for some kinds; null for others.
[[nodiscard]] std::unique_ptr<GuiItem>
makeGuiBox(GuiContext& context, const GuiNode& node, QWidget* parent);
[[nodiscard]] std::unique_ptr<GuiItem>
makeGuiText(GuiContext& context, const GuiNode& node, QWidget* parent);
[[nodiscard]] std::unique_ptr<GuiItem>
makeGuiField(GuiContext& context, const GuiNode& node, QWidget* parent);
[[nodiscard]] std::unique_ptr<GuiItem>
makeGuiNumber(GuiContext& context, const GuiNode& node, QWidget* parent);
[[nodiscard]] std::unique_ptr<GuiItem>
makeGuiList(GuiContext& context, const GuiNode& node, QWidget* parent);
[[nodiscard]] std::unique_ptr<GuiItem>
makeGuiDrag(GuiContext& context, const GuiNode& node, QWidget* parent);
} // namespace editor
