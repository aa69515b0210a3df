#pragma once

#include "editor/api/plugin.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/scene/components/foliage.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPluginLoader>
#include <QPushButton>
#include <QtTest>

namespace mapwright::test
{
/// The plugin as the editor loads it, driven without a window, over a ground of 40 x 40 m.
class FoliagePainterFixture : public QObject
{
protected:
    /// In that editor; null: one without a project.
    void begin(std::unique_ptr<TestEditor> editor = nullptr);
    void end();

    void clickButton(const QString& text)
    {
        for (auto* button : m_panel->findChildren<QPushButton*>())
            if (button->text() == text) {
                button->click();
                return;
            }
        QFAIL(qPrintable("no button " + text));
    }

    void makeKind()
    {
        clickButton("New");
        clickButton("Add model");
        giveModels();
        set("density", 4);
    }

    /// To all kinds that have none: no plants are planted that could not be seen.
    void giveModels()
    {
        auto& document = m_editor->document();
        VERIFY_OK(document.run("Choose models", [&](editor::Transaction& tx) {
            for (auto [entity, type] : engine::foliageTypes(document.world(), layer())) {
                if (type.kind != engine::FoliageKind::Mesh || !type.mesh.path.empty())
                    continue;
                type.mesh = {"models/plant.glb"};
                tx.set(entity, type);
            }
            return engine::Result<void>{};
        }));
    }

    /// From now on they share the mix.
    void mixKinds()
    {
        auto& document = m_editor->document();
        VERIFY_OK(document.run("Share the mix", [&](editor::Transaction& tx) {
            for (auto [entity, type] : engine::foliageTypes(document.world(), layer())) {
                type.ownDensity = false;
                tx.set(entity, type);
            }
            return engine::Result<void>{};
        }));
    }

    void set(const char* property, double value) const
    {
        auto* spin = m_panel->findChild<QDoubleSpinBox*>(QLatin1String{property});
        QVERIFY(spin != nullptr);
        spin->setValue(value);
    }

    [[nodiscard]] engine::EntityId layer() const
    {
        const auto layers = engine::foliageLayers(m_editor->document().world());
        return layers.empty() ? engine::EntityId{} : layers.front();
    }

    [[nodiscard]] std::vector<engine::FoliageInstance> plants() const
    {
        return allOf(*engine::foliageOf(m_editor->document().world(), layer()));
    }

    void paint(const engine::Vec3d& from, const engine::Vec3d& to, unsigned modifiers = 0)
    {
        m_editor->activateTool("foliage.paint");
        drag(*m_editor, m_view, from, to, modifiers);
    }

    template <typename T>
    T* named(const QString& name) const
    {
        for (auto* each : m_panel->findChildren<T*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    std::unique_ptr<TestEditor> m_editor;
    QPluginLoader m_loader{QStringLiteral(MAPWRIGHT_BINARY_DIR "/plugins/foliage_painter.so")};
    editor::Plugin* m_plugin = nullptr;
    std::unique_ptr<QWidget> m_panel;
    engine::EntityId m_ground;
    TestView m_view = perspectiveView({0, 30, 12}, {0, 0, 0});
};

inline void FoliagePainterFixture::begin(std::unique_ptr<TestEditor> editor)
{
    m_editor = editor ? std::move(editor) : std::make_unique<TestEditor>();
    m_plugin = qobject_cast<editor::Plugin*>(m_loader.instance());
    QVERIFY2(m_plugin != nullptr, qPrintable(m_loader.errorString()));
    VERIFY_OK(m_plugin->start(*m_editor));
    QCOMPARE(m_editor->panels.size(), std::size_t{1});
    m_panel.reset(m_editor->panels[0].create(*m_editor, nullptr));
    m_ground = m_editor->fixture.addBox({-20, -1, -20}, {20, 0, 20});
}

inline void FoliagePainterFixture::end()
{
    m_panel.reset();
    m_plugin->stopAndRelease();
    m_editor.reset();
}
} // namespace mapwright::test
