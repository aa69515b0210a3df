#pragma once

#include "editor/api/plugin.h"
#include "editor/operations/navigation/scene_navigation.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QLabel>
#include <QPluginLoader>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>

namespace mapwright::test
{
/// The plugin as the editor loads it, driven without a window: its tool by pointer events, its dock
/// by its fields. A ground of 20 x 20 m with a wall that leaves a way round its end.
class PathDebuggerFixture : public QObject
{
protected:
    void begin();
    void end();

    void dragPath(const engine::Vec3d& from, const engine::Vec3d& to)
    {
        m_editor->activateTool("path.debug");
        drag(*m_editor, m_view, from, to);
    }

    [[nodiscard]] QString summary() const
    {
        return m_panel->findChild<QLabel*>(QStringLiteral("pathSummary"))->text();
    }

    [[nodiscard]] QTreeWidgetItem* row(int index) const
    {
        return m_panel->findChild<QTreeWidget*>()->topLevelItem(index);
    }

    /// The metres in the summary; negative if there are none.
    [[nodiscard]] double length() const
    {
        bool good = false;
        const double metres = summary().section(QLatin1Char{' '}, 0, 0).toDouble(&good);
        return good && summary().contains(QStringLiteral("corner")) ? metres : -1;
    }

    [[nodiscard]] engine::DebugDraw drawn() const
    {
        engine::DebugDraw draw;
        for (const auto& overlay : m_editor->overlays)
            overlay(draw, editor::ViewKind::Perspective);
        return draw;
    }

    [[nodiscard]] QCheckBox* box(const QString& text) const
    {
        for (auto* each : m_panel->findChildren<QCheckBox*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }

    [[nodiscard]] QPushButton* button(const QString& text) const
    {
        for (auto* each : m_panel->findChildren<QPushButton*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }

    [[nodiscard]] QPushButton* mend() const
    {
        return m_panel->findChild<QPushButton*>(QStringLiteral("pathMend"));
    }

    void removeWall()
    {
        VERIFY_OK(m_editor->fixture.run([this](editor::Transaction& transaction) {
            transaction.destroy(m_wall);
            return engine::Result<void>{};
        }));
    }

    std::unique_ptr<TestEditor> m_editor;
    QPluginLoader m_loader{QStringLiteral(MAPWRIGHT_BINARY_DIR "/plugins/path_debugger.so")};
    editor::Plugin* m_plugin = nullptr;
    std::unique_ptr<QWidget> m_panel;
    engine::EntityId m_wall;
    TestView m_view;
};

inline void PathDebuggerFixture::begin()
{
    m_editor = std::make_unique<TestEditor>();
    m_view = perspectiveView({0, 40, 16}, {0, 0, 0});
    m_plugin = qobject_cast<editor::Plugin*>(m_loader.instance());
    QVERIFY2(m_plugin != nullptr, qPrintable(m_loader.errorString()));
    VERIFY_OK(m_plugin->start(*m_editor));
    m_editor->fixture.addBox({-10, -1, -10}, {10, 0, 10});
    m_wall = m_editor->fixture.addBox({-1, 0, -10}, {1, 3, 6});
    QCOMPARE(m_editor->panels.size(), std::size_t{1});
    m_panel.reset(m_editor->panels[0].create(*m_editor, nullptr));
}

inline void PathDebuggerFixture::end()
{
    m_panel.reset();
    m_plugin->stopAndRelease();
    m_editor.reset();
}
} // namespace mapwright::test
