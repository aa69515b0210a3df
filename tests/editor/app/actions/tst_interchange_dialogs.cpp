#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/navigation.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QUrl>

namespace tst_interchange_dialogs
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// File > Import and Export with their dialogs in the real window, and files dropped on it.
class TestInterchangeDialogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void init()
    {
        closeReport();
        m_fixture->emptyScene();
    }

    void aMapComesInAsOneStepAndIsSelected();
    void theImportDialogOffersTheMeasuresOfGames();
    void aMapInAHiddenLayerIsWarnedOf();
    void whatIsLeftOutIsListed();
    void brokenAndUnknownFilesAreRefused();
    void aDroppedMapComesInToo();
    void anExportIsReadAgain_data();
    void anExportIsReadAgain();
    void anUnknownEndingIsRefused();
    void dialogsSuggestTheNameOfTheScene();
    void theSelectionIsCopiedAsAMap();

    void cleanupTestCase() { m_fixture.reset(); }

private:
    [[nodiscard]] Document& document() const { return m_fixture->document(); }

    static QString fixtureMap(const char* name)
    {
        return QStringLiteral(MAPWRIGHT_SOURCE_DIR "/tests/fixtures/maps/") + QLatin1String{name};
    }

    /// Opens the dialog, chooses the file and waits for what is said then.
    void chooseFile(const char* command, const QString& file, const QString& measures = {});

    [[nodiscard]] QDialog* report() const
    {
        return m_fixture->window().findChild<QDialog*>(QStringLiteral("interchangeReport"));
    }

    void closeReport() const { delete report(); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestInterchangeDialogs::chooseFile(const char* command,
                                        const QString& file,
                                        const QString& measures)
{
    bool wasOpen = false;
    answerDialog([&](QWidget& modal) {
        auto* dialog = qobject_cast<QFileDialog*>(&modal);
        wasOpen = dialog != nullptr;
        if (!wasOpen)
            return;
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
        if (auto* choice = dialog->findChild<QComboBox*>(QStringLiteral("importMeasures"));
            choice != nullptr && !measures.isEmpty())
            choice->setCurrentIndex(choice->findData(measures));
        QMetaObject::invokeMethod(dialog, "accept");
    });
    m_fixture->command(command);
    QVERIFY2(wasOpen, command);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->said().isEmpty(), 20000);
}

void TestInterchangeDialogs::aMapComesInAsOneStepAndIsSelected()
{
    const auto before = document().contentHash();
    chooseFile("file.import", fixtureMap("valve.map"));
    QVERIFY2(m_fixture->said().startsWith(QStringLiteral("Imported valve.map: ")),
             qPrintable(m_fixture->said()));
    QVERIFY(m_fixture->brushes() > 0);
    QVERIFY(!document().selection().entities().empty());
    QCOMPARE(document().history().position(), std::size_t{1});
    m_fixture->command("edit.undo");
    QCOMPARE(document().contentHash(), before);
}

void TestInterchangeDialogs::theImportDialogOffersTheMeasuresOfGames()
{
    const auto before = document().contentHash();
    const auto heights = [&] {
        std::vector<double> all;
        document().world().forEach<Character>(
            [&](EntityId, const Character& body) { all.push_back(body.standHeight); });
        document().world().forEach<NavAgent>(
            [&](EntityId, const NavAgent& agent) { all.push_back(agent.height); });
        return all;
    };
    const auto startAnew = [&] {
        closeReport();
        m_fixture->emptyScene();
    };
    const auto map = fixtureMap("standard.map");
    chooseFile("file.import", map, QStringLiteral("half-life"));
    QVERIFY2(m_fixture->said().contains(QStringLiteral("the measures of Half-Life")),
             qPrintable(m_fixture->said()));
    QCOMPARE(heights(), (std::vector{2.25, 2.25}));
    m_fixture->command("edit.undo");
    QCOMPARE(document().contentHash(), before);

    startAnew();
    chooseFile("file.import", map, QStringLiteral("keep"));
    QCOMPARE(heights(), std::vector<double>{});
    startAnew();
    chooseFile("file.import", map); // as the last time
    QCOMPARE(heights(), std::vector<double>{});
    startAnew();
    chooseFile("file.import", map, QStringLiteral("auto"));
    QCOMPARE(heights(), (std::vector{1.75, 1.75}));
    startAnew();
}

void TestInterchangeDialogs::aMapInAHiddenLayerIsWarnedOf()
{
    EntityId layer;
    VERIFY_OK(document().run("Add layer", [&](Transaction& edit) -> Result<void> {
        layer = addLayer(edit, "Trim");
        hide(edit, std::array{layer});
        return {};
    }));
    document().setCurrentLayer(layer);
    MessageKind kind = MessageKind::Info;
    const QObject listener;
    connect(&m_fixture->window().context(), &EditorContext::message, &listener,
            [&](MessageKind said, const QString&) { kind = said; });
    chooseFile("file.import", fixtureMap("valve.map"));
    const auto& said = m_fixture->said();
    QVERIFY2(said.startsWith(QStringLiteral("Imported valve.map: ")), qPrintable(said));
    QVERIFY2(said.endsWith(QStringLiteral(" in the hidden layer 'Trim'")), qPrintable(said));
    QVERIFY(kind == MessageKind::Warning);
}

void TestInterchangeDialogs::whatIsLeftOutIsListed()
{
    chooseFile("file.import", fixtureMap("broken.map"));
    auto* dialog = report();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    const auto* list = dialog->findChild<QListWidget*>();
    QVERIFY(list != nullptr && list->count() > 0);
    QStringList lines;
    for (int row = 0; row < list->count(); ++row)
        lines += list->item(row)->text();
    QVERIFY2(!lines.filter(QStringLiteral("Line ")).isEmpty(), qPrintable(lines.join('\n')));
    QVERIFY(!dialog->isModal()); // the work goes on beside it
}

void TestInterchangeDialogs::brokenAndUnknownFilesAreRefused()
{
    const auto before = document().contentHash();
    const auto broken = m_fixture->folder() / "nonsense.map";
    VERIFY_OK(writeFileAtomically(broken, "this is { no map"));
    chooseFile("file.import", QString::fromStdString(broken.string()));
    QVERIFY2(m_fixture->said().contains(QStringLiteral("Line 1")), qPrintable(m_fixture->said()));
    QCOMPARE(document().contentHash(), before);

    m_fixture->emptyScene();
    const auto fbx = m_fixture->folder() / "crate.fbx";
    VERIFY_OK(writeFileAtomically(fbx, "Kaydara FBX Binary"));
    chooseFile("file.import", QString::fromStdString(fbx.string()));
    QVERIFY2(m_fixture->said().contains(QStringLiteral("export the model as glTF")),
             qPrintable(m_fixture->said()));
    QCOMPARE(m_fixture->brushes(), std::size_t{0});
}

void TestInterchangeDialogs::aDroppedMapComesInToo()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(fixtureMap("standard.map"))});
    auto& window = m_fixture->window();
    QDragEnterEvent enter{{10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier};
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop{{10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier};
    QCoreApplication::sendEvent(&window, &drop);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->said().startsWith(QStringLiteral("Imported")), 20000);
    QVERIFY(m_fixture->brushes() > 0);
}

void TestInterchangeDialogs::anExportIsReadAgain_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("map") << QStringLiteral("level.map");
    QTest::newRow("map without an ending") << QStringLiteral("level");
    QTest::newRow("glb") << QStringLiteral("level.glb");
    QTest::newRow("obj") << QStringLiteral("level.obj");
}

void TestInterchangeDialogs::anExportIsReadAgain()
{
    QFETCH(QString, name);
    m_fixture->addBox({{0, 0, 0}, {2, 1, 3}});
    m_fixture->addBox({{4, 0, 0}, {5, 1, 3}});
    const auto file = m_fixture->folder() / name.toStdString();
    chooseFile("file.export", QString::fromStdString(file.string()));
    QVERIFY2(m_fixture->said().startsWith(QStringLiteral("Exported level")),
             qPrintable(m_fixture->said()));
    QVERIFY2(m_fixture->said().contains(QStringLiteral("2 brushes")),
             qPrintable(m_fixture->said()));
    auto written = file;
    if (!written.has_extension())
        written += ".map";
    QVERIFY(fs::exists(written));
    m_fixture->emptyScene();
    chooseFile("file.import", QString::fromStdString(written.string()));
    QVERIFY2(m_fixture->said().startsWith(QStringLiteral("Imported level")),
             qPrintable(m_fixture->said()));
    Aabb all;
    for (const auto entity : document().world().children({}))
        all.add(boundsOfTree(document().world(), entity));
    QVERIFY(glm::length(all.min - Vec3d{0}) < 1e-3);
    QVERIFY(glm::length(all.max - Vec3d{5, 1, 3}) < 1e-3);
}

void TestInterchangeDialogs::anUnknownEndingIsRefused()
{
    m_fixture->addBox({{0, 0, 0}, {2, 1, 3}});
    const auto file = m_fixture->folder() / "level.xyz";
    chooseFile("file.export", QString::fromStdString(file.string()));
    QVERIFY(m_fixture->said().contains(QStringLiteral(".map, .glb")));
    QVERIFY(!fs::exists(file));
}

void TestInterchangeDialogs::dialogsSuggestTheNameOfTheScene()
{
    QString filter;
    const auto suggestedBy = [&](const char* command) {
        QString name;
        answerDialog([&](QWidget& modal) {
            if (auto* dialog = qobject_cast<QFileDialog*>(&modal)) {
                name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->text();
                filter = dialog->nameFilters().value(0);
                dialog->reject();
            }
        });
        m_fixture->command(command);
        return name;
    };
    const auto scenes = QStringLiteral("Scenes (*.scene.json)");
    const auto folder = m_fixture->window().context().assets().project().sceneFolder();
    QCOMPARE(suggestedBy("file.save"), QStringLiteral("untitled.scene.json"));
    QCOMPARE(filter, scenes);
    VERIFY_OK(writeFileAtomically(folder / "untitled.scene.json", "{}"));
    QCOMPARE(suggestedBy("file.save"), QStringLiteral("untitled 2.scene.json"));
    QCOMPARE(suggestedBy("file.export"), QStringLiteral("untitled.map"));

    m_fixture->window().openScene(folder / "start.scene.json");
    QTRY_VERIFY(!document().path().empty());
    QCOMPARE(suggestedBy("file.saveAs"), QStringLiteral("start.scene.json"));
    QCOMPARE(suggestedBy("file.export"), QStringLiteral("start.map"));
    QVERIFY(suggestedBy("file.open").isEmpty());
    QCOMPARE(filter, scenes);
}

void TestInterchangeDialogs::theSelectionIsCopiedAsAMap()
{
    auto* clipboard = QGuiApplication::clipboard();
    EntityId box;
    EntityId wind;
    VERIFY_OK(document().run("fill", [&](Transaction& edit) -> Result<void> {
        box = *createBox(edit, {{0, 0, 0}, {1, 1, 1}}, {}, "box");
        (void)*createBox(edit, {{4, 0, 0}, {5, 1, 1}}, {}, "other");
        wind = edit.create("wind");
        edit.set(wind, AudioSource{});
        return {};
    }));
    const auto steps = document().history().position();
    document().selection().set({box});
    m_fixture->command("edit.copyMap");
    QTRY_VERIFY(
        m_fixture->said().contains(QStringLiteral("Copied 1 brush as text of a Quake map")));
    const auto map = importMap(clipboard->text().toStdString(), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{1});
    // What a map does not know is named; nothing at all leaves the clipboard alone.
    document().selection().set({box, wind});
    m_fixture->command("edit.copyMap");
    QTRY_VERIFY(m_fixture->said().contains(QStringLiteral("map. 'wind' is nothing")));
    clipboard->setText(QStringLiteral("before"));
    document().selection().set({wind});
    m_fixture->command("edit.copyMap");
    QTRY_VERIFY(m_fixture->said().contains(QStringLiteral("Nothing of the selection")));
    QCOMPARE(clipboard->text(), QStringLiteral("before"));
    QCOMPARE(document().history().position(), steps);
}

WINDOW_TEST(TestInterchangeDialogs)
} // namespace tst_interchange_dialogs

#include "tst_interchange_dialogs.moc"
