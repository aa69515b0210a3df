#include "editor/panels/fields/number_field.h"
#include "editor/panels/materials/material_dock.h"
#include "editor/panels/materials/material_preview.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QLabel>
#include <QTest>

namespace tst_material_dock
{
using namespace editor;
using namespace mapwright::test;
using engine::Name;

namespace
{
struct Dock
{
    PanelProject files;
    engine::AssetDatabase assets{files.project};
    TestEditor editor{assets};
    MaterialDock dock{editor, nullptr};

    Dock()
    {
        dock.resize(320, 900);
        dock.show();
    }

    [[nodiscard]] std::string text(const std::string& material) const
    {
        return *engine::readFile(files.project.assetFolder() / (material + ".material.json"));
    }

    [[nodiscard]] NumberField* number(const char* name)
    {
        auto* widget = dock.findChild<QWidget*>(QLatin1String{name});
        auto* field = qobject_cast<NumberField*>(widget);
        return field != nullptr || widget == nullptr ? field : widget->findChild<NumberField*>();
    }

    [[nodiscard]] QColor middle()
    {
        auto* preview = dock.findChild<MaterialPreview*>();
        preview->finish();
        const auto& picture = preview->picture();
        return picture.pixelColor(picture.width() / 2, picture.height() / 2);
    }
};

engine::Result<double> half(double)
{
    return 0.5;
}

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
} // namespace

class TestMaterialDock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTheBrowserAndTheFaces();
    void aValueIsWrittenAndUndone();
    void aDragIsShownBeforeItIsWritten();
    void thePreviewShowsTheMaterial();
    void whatCannotBeShownIsSaid();
};

void TestMaterialDock::followsTheBrowserAndTheFaces()
{
    Dock shown;
    shown.editor.setCurrentMaterial(Name{"Materials/floor"});
    QCOMPARE(shown.dock.shown(), std::string{"Materials/floor"});
    const auto box = shown.editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    auto brush = engine::makeBox({{0, 0, 0}, {1, 1, 1}}, Name{"Materials/wall"});
    QVERIFY(brush);
    VERIFY_OK(shown.editor.document().run("Paint", [&](Transaction& edit) -> engine::Result<void> {
        edit.set(box,
                 engine::BrushComponent{std::make_shared<const engine::Brush>(*std::move(brush))});
        return {};
    }));
    shown.editor.document().selection().setFaces({{box, 0}});
    QCOMPARE(shown.dock.shown(), std::string{"Materials/wall"});
}

void TestMaterialDock::aValueIsWrittenAndUndone()
{
    Dock shown;
    shown.editor.setCurrentMaterial(Name{"Materials/floor"});
    auto* field = shown.number("material.metallic");
    QVERIFY(field != nullptr);
    VERIFY_OK(field->commit(half));
    QVERIFY(holds(shown.text("Materials/floor"), "\"metallic\": 0.5"));
    QCOMPARE(field->value(), 0.5);
    const auto& entries = shown.editor.document().history().entries();
    QCOMPARE(entries.back().label, std::string{"Set metallic of floor"});
    shown.editor.document().undo();
    QVERIFY(!holds(shown.text("Materials/floor"), "metallic"));
    QCOMPARE(field->value(), 0.0);
}

void TestMaterialDock::aDragIsShownBeforeItIsWritten()
{
    Dock shown;
    shown.editor.setCurrentMaterial(Name{"Materials/floor"});
    auto* field = shown.number("material.metallic");
    QVERIFY(field != nullptr);
    const auto more = [](double now) -> engine::Result<double> {
        return now + 0.25;
    };
    VERIFY_OK(field->preview(more));
    VERIFY_OK(field->preview(more)); // from where the drag began
    QCOMPARE(field->value(), 0.25);
    QVERIFY(!holds(shown.text("Materials/floor"), "metallic"));
    field->endPreview(true);
    QVERIFY(holds(shown.text("Materials/floor"), "\"metallic\": 0.25"));
    QCOMPARE(shown.editor.document().history().entries().size(), std::size_t{1});
    VERIFY_OK(field->preview(more));
    field->endPreview(false);
    QCOMPARE(field->value(), 0.25);
}

void TestMaterialDock::thePreviewShowsTheMaterial()
{
    Dock shown;
    const auto file = shown.files.project.assetFolder() / "Materials" / "glow.material.json";
    VERIFY_OK(engine::writeFileAtomically(
        file, R"({"format":1,"tint":[0,0,0],"emissiveColor":[0,1,0]})"));
    shown.assets.pollChanges();
    shown.editor.setCurrentMaterial(Name{"Materials/glow"});
    QVERIFY(shown.middle().green() > 200 && shown.middle().red() < 120);
    shown.editor.setCurrentMaterial(Name{"Materials/floor"});
    QVERIFY(std::abs(shown.middle().green() - shown.middle().red()) < 30);
}

void TestMaterialDock::whatCannotBeShownIsSaid()
{
    Dock shown;
    auto* problem = shown.dock.findChild<QLabel*>(QStringLiteral("materialProblem"));
    QVERIFY(problem != nullptr);
    QVERIFY(problem->text().contains("Choose a material"));
    shown.dock.showMaterial("Meshes/a.glb#paint");
    QVERIFY(problem->text().contains("part of a model"));
    const auto file = shown.files.project.assetFolder() / "Materials" / "floor.material.json";
    VERIFY_OK(engine::writeFileAtomically(file, R"({"format":1,"alpha":"x"})"));
    shown.dock.showMaterial("Materials/floor");
    QVERIFY(problem->text().contains("'alpha'"));
    VERIFY_OK(engine::writeFileAtomically(file, "{"));
    shown.dock.showMaterial("Materials/floor");
    QVERIFY(problem->text().contains("floor.material.json"));
    QVERIFY(shown.number("material.metallic") == nullptr ||
            !shown.number("material.metallic")->isVisible());
}

GUI_TEST(TestMaterialDock)
} // namespace tst_material_dock

#include "tst_material_dock.moc"
