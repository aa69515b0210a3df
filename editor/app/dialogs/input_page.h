#pragma once

#include "editor/app/dialogs/input_capture.h"
#include "editor/app/play/user_bindings.h"

#include <QWidget>

#include <functional>
#include <optional>

class QCheckBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace editor
{
class EditorContext;

/// Preferences > Input: what the game of the open project knows of its player, and the keys,
/// buttons and sticks that do it. Changes hold at once, for this user or, in project.json, for
/// everyone.
class InputPage final : public QWidget
{
    Q_OBJECT

public:
    InputPage(EditorContext& context, QWidget* parent);

    /// Chooses a row, as a click on it does; nothing if there is none.
    void select(const InputSlot& slot);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void makeTop();
    void makeList();
    void makeEditor();
    void fill();
    void showChosen();
    void showBindings(const InputSlot& slot);
    /// Waits for what takes the place of the chosen slot's binding, or is added behind the last.
    void waitFor(std::size_t place);
    void take(engine::InputSource source);
    void removeBinding();
    void endWaiting();
    void write(const InputSlot& slot, const std::vector<engine::InputSource>& bindings);
    /// Into the project's file, which may have been changed by others since it was opened.
    void saveProject(const std::function<void(engine::InputMap&)>& change);
    void reset();
    void resetAll();
    [[nodiscard]] bool isForEveryone() const;
    [[nodiscard]] bool isChanged(const InputSlot& slot) const;
    [[nodiscard]] engine::InputMap map() const;
    [[nodiscard]] std::optional<InputSlot> chosen() const;

    EditorContext& m_context;
    InputCapture m_capture;
    QCheckBox* m_everyone = nullptr;
    QTreeWidget* m_tree = nullptr;
    QLabel* m_name = nullptr;
    QGridLayout* m_bindings = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_reset = nullptr;
    QLabel* m_note = nullptr;
    std::size_t m_place = 0; ///< of the binding that is waited for
};
} // namespace editor
