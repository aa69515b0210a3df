#pragma once

#include "engine_core/base/signal.h"

#include <QFrame>

class QHBoxLayout;

namespace editor
{
class Workspace;

/// The line over the views while a prefab is edited in place of a scene: a button that leads back,
/// and the way from the scene to what is open now. Hidden while nothing waits.
class SceneTrail final : public QFrame
{
    Q_OBJECT

public:
    /// The workspace outlives it.
    SceneTrail(Workspace& workspace, QWidget* parent);

    /// Shows what waits now.
    void refresh();

Q_SIGNALS:
    /// Back to what waits there (see Workspace::waiting()).
    void wanted(std::size_t place);

private:
    void addPlaces();

    Workspace& m_workspace;
    QHBoxLayout* m_layout = nullptr;
    engine::Connections m_connections;
};
} // namespace editor
