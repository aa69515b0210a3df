#pragma once

#include "editor/app/window/editor_context.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/assets/texture_checks.h"
#include "engine_core/base/jobs.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <span>
#include <vector>

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;
class QTreeWidget;
class QVBoxLayout;

namespace editor
{
/// What is wrong with the scene: problems of the file, and what the checks find, always as of half
/// a second ago. A click selects the objects, a double click or Enter shows them, too; one button
/// mends what can be mended.
class IssuesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit IssuesPanel(EditorContext& editor, QWidget* parent = nullptr);
    ~IssuesPanel() override;

    /// Those that the list shows: without the kinds that are switched off.
    [[nodiscard]] const std::vector<engine::Issue>& issues() const { return m_shown; }

    /// Whether nothing changed since what the list shows.
    [[nodiscard]] bool isUpToDate() const { return m_running == nullptr && !m_later.isActive(); }

    /// Checks at once instead of half a second after the last change, and waits for the result.
    void refreshNow();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeHeader(QVBoxLayout* layout);
    void startChecks();
    /// What opening the scene has found and what its assets lack, before what was checked.
    [[nodiscard]] std::vector<engine::Issue> withFiles(const engine::World& world,
                                                       std::span<const engine::AssetUse> uses,
                                                       std::vector<engine::Issue> checked);
    void takeResult();
    void fill();
    void showState();
    void fillRules(QMenu* menu);
    void setRuleShown(const QString& rule, bool isShown);
    void select(std::size_t issue);
    void jump(std::size_t issue); ///< and moves the views there
    void showPlaceOf(const engine::Issue& issue);
    void updateButtons();
    void fixChosen();
    void showMenu(const QPoint& at);
    [[nodiscard]] std::vector<std::size_t> chosen() const;
    void drawWay(engine::DebugDraw& draw) const;

    EditorContext& m_editor;
    std::vector<engine::Issue> m_checked; ///< by the last round of checks
    std::vector<engine::Issue> m_found;   ///< everything, worst first
    std::vector<engine::Issue> m_shown;
    QSet<QString> m_hiddenRules;
    QTreeWidget* m_list = nullptr;
    QToolButton* m_rules = nullptr;
    QPushButton* m_fix = nullptr;
    QLabel* m_state = nullptr;
    QTimer m_later;
    Registration m_overlay;
    engine::Connections m_connections;
    std::shared_ptr<engine::JobControl> m_running;
    engine::KnownPictures m_pictures;
    engine::JobQueue m_checks; ///< last: stops before anything it uses goes
};
} // namespace editor
