#pragma once

#include "editor/api/plugin.h"
#include "editor/operations/navigation/scene_navigation.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPluginLoader>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>
#include <QtTest>

namespace mapwright::test
{
/// The plugin as the editor loads it, driven without a window, over a ground of 40 x 40 m.
class NavmeshPluginFixture : public QObject
{
protected:
    void begin();
    void end();

    [[nodiscard]] QPushButton* button(const QString& text) const
    {
        for (auto* each : m_panel->findChildren<QPushButton*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }

    void clickButton(const QString& text)
    {
        auto* found = button(text);
        QVERIFY2(found != nullptr, qPrintable("no button " + text));
        found->click();
    }

    template <typename T>
    [[nodiscard]] T* named(const QString& name) const
    {
        for (auto* each : m_panel->findChildren<T*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    [[nodiscard]] QCheckBox* box(const QString& text) const
    {
        for (auto* each : m_panel->findChildren<QCheckBox*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }

    [[nodiscard]] engine::DebugDraw drawn() const
    {
        engine::DebugDraw draw;
        for (const auto& overlay : m_editor->overlays)
            overlay(draw, editor::ViewKind::Perspective);
        return draw;
    }

    [[nodiscard]] bool saysStatus(const QString& text) const
    {
        for (const auto* label : m_panel->findChildren<QLabel*>())
            if (label->text().contains(text))
                return true;
        return false;
    }

    std::unique_ptr<TestEditor> m_editor;
    QPluginLoader m_loader{QStringLiteral(MAPWRIGHT_BINARY_DIR "/plugins/navmesh.so")};
    editor::Plugin* m_plugin = nullptr;
    std::unique_ptr<QWidget> m_panel;
    engine::EntityId m_ground;
};

inline void NavmeshPluginFixture::begin()
{
    m_editor = std::make_unique<TestEditor>();
    m_plugin = qobject_cast<editor::Plugin*>(m_loader.instance());
    QVERIFY2(m_plugin != nullptr, qPrintable(m_loader.errorString()));
    VERIFY_OK(m_plugin->start(*m_editor));
    QCOMPARE(m_editor->panels.size(), std::size_t{1});
    m_panel.reset(m_editor->panels[0].create(*m_editor, nullptr));
    m_ground = m_editor->fixture.addBox({-20, -1, -20}, {20, 0, 20});
}

inline void NavmeshPluginFixture::end()
{
    m_panel.reset();
    m_plugin->stopAndRelease();
    m_editor.reset();
}
} // namespace mapwright::test
