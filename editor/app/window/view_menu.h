#pragma once

#include "editor/api/tool.h"
#include "editor/document/transaction.h"

#include <QMenu>

#include <functional>
#include <initializer_list>

namespace editor
{
class MainWindow;

/// What a right click in a view offers: things to add there, and the commands for what is selected.
/// With nothing selected, the object under the pointer is selected first; else the selection stays,
/// and the object there can be chosen by the first entry.
class ViewMenu : public QMenu
{
    Q_OBJECT

public:
    ViewMenu(MainWindow& window, PointerEvent at);

private:
    void chooseUnderPointer();
    void addSelectThis();
    void addAddMenu();
    void addPlayHere();
    void addPrefabs(QMenu& menu);
    void addLayers();
    void addFaceEntries();

    /// Commands by their ids; "" is a separator.
    static void
    addCommands(MainWindow& window, QMenu& menu, std::initializer_list<const char*> ids);
    void addPrefabCommands();

    /// The place of the level that was clicked, on the grid: on the surface in a 3D view, in a 2D
    /// view as deep as what is selected.
    [[nodiscard]] engine::Vec3d place() const;

    using Make = std::function<engine::EntityId(Transaction&, const engine::Vec3d&)>;

    /// Adds something without a body there, as one step, and selects it.
    void addThing(const char* icon, const QString& label, Make make, QMenu& menu);

    MainWindow& m_window;
    PointerEvent m_at; ///< with the hits that may be chosen
};
} // namespace editor
