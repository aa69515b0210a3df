#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/reflect/property.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace editor
{
/// Makes the new value of one object from its present one, so that each of many objects keeps what
/// was not typed.
using ValueEdit = std::function<engine::Result<engine::Value>(const engine::Value& current)>;

/// What linked groups and prefabs say of one property of the shown objects.
struct PropertyLink
{
    enum class State
    {
        None,      ///< in no linked group, or as the prefab has it
        Follows,   ///< as in the other copies of its linked group
        Own,       ///< this copy keeps its value
        Overridden ///< other than in the prefab's file
    };

    std::function<State()> state; ///< empty: never linked
    std::function<void(bool own)> keepOwn;
    std::function<void()> revert;
    std::function<void()> apply;
};

/// The units that a number can be shown and typed in.
struct PropertyUnits
{
    std::function<std::vector<std::string>()> names; ///< empty: the property has one unit
    std::function<std::size_t()> shown;              ///< which of them values are in
    std::function<void(std::size_t)> show;
    /// Which of them a typed word means, such as "lumen".
    std::function<std::optional<std::size_t>(const std::string& word)> find;
};

/// One property of everything that is selected: what an inspector row shows and writes. The
/// functions ask for the selection each time, so a row outlives changes of it.
struct PropertyBinding
{
    std::string objectName; ///< of the editing widget: "prop.light.range"
    engine::Property description;
    bool canReset = true;
    std::function<std::vector<engine::Value>()> read; ///< one for each object
    std::function<engine::Result<void>(Transaction&, const ValueEdit&)> write;
    std::function<engine::Result<void>(Transaction&)> reset;
    /// Whether all objects have the default; empty: if what is read is the description's.
    std::function<bool()> isDefault{};
    /// The same of the running game, for each object that is in it; nothing while none runs.
    std::function<std::vector<engine::Value>()> readPlayed{};
    PropertyLink link{};
    /// Whether it counts for one of the objects as they are; empty: always.
    std::function<bool()> counts{};
    PropertyUnits units{}; ///< of a number
    std::string noValue{}; ///< what a number's field says if read() finds none
};

/// Writes through a binding, each commit as one undoable step named after property and objects.
/// What is refused is said in the status bar, too.
class PropertyEdit
{
public:
    PropertyEdit(EditorApi& editor, PropertyBinding binding);
    ~PropertyEdit();

    [[nodiscard]] const PropertyBinding& binding() const { return m_binding; }

    engine::Result<void> commit(const ValueEdit& edit);
    engine::Result<void> commit(const engine::Value& value);

    /// Replaces what earlier previews of the same drag did.
    engine::Result<void> preview(const ValueEdit& edit);
    void endPreview(bool keep);

    /// Back to the default.
    void reset();

private:
    engine::Result<void> told(engine::Result<void> done);
    [[nodiscard]] std::string label(const char* verb) const;

    EditorApi& m_editor;
    PropertyBinding m_binding;
    std::optional<Transaction> m_drag;
};

/// "range of 4 objects", or "range" for one.
[[nodiscard]] std::string nameInSentence(const std::string& label, std::size_t objects);

/// Meaning, unit and range as a tooltip.
[[nodiscard]] std::string tooltipOf(const engine::Property& property);
} // namespace editor
