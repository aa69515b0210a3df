#pragma once

#include "editor/api/editor_api.h"
#include "editor/api/turn_share.h"
#include "engine_core/scene/light/light_reach.h"

#include <QFrame>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

class QLabel;
class QPushButton;

namespace editor
{
/// What the one selected light lights and costs, with a button that selects it. Found out a few
/// milliseconds at a time, some time after the last change; hidden for several lights.
class LightCard : public QFrame
{
    Q_OBJECT

public:
    /// The objects that are shown, asked for anew each time.
    using Objects = std::function<std::vector<EntityId>()>;

    LightCard(EditorApi& editor, Objects objects, QWidget* parent);

    /// Another light is shown, or it has changed.
    void refresh();

    /// What was found out; nothing as long as that goes on.
    [[nodiscard]] std::optional<engine::LightReach> reach() const;

    /// Finds out all of it now.
    void finishNow();

private:
    void begin();
    void work();
    void show(const engine::LightReach& reach);
    void selectReached();

    EditorApi& m_editor;
    Objects m_objects;
    EntityId m_shown;
    std::unique_ptr<engine::LightReachSearch> m_search;
    std::optional<engine::LightReach> m_reach;
    QTimer m_wait; ///< until the edits have come to rest
    QTimer m_turns;
    TurnShare m_share;
    QLabel* m_waste = nullptr;
    QLabel* m_live = nullptr;
    QLabel* m_facts = nullptr;
    QPushButton* m_select = nullptr;
    engine::Connections m_connections;
};
} // namespace editor
