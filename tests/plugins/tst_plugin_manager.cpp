#include "editor/app/workspace/plugin_manager.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_plugin_manager
{
using namespace editor;
using mapwright::test::TestEditor;

namespace
{
PluginManager::Info infoOf(const PluginManager& plugins, const QString& id)
{
    for (const auto& info : plugins.all())
        if (info.id == id)
            return info;
    return {};
}

bool hasCommand(const TestEditor& editor, const std::string& plugin)
{
    return std::ranges::any_of(
        editor.actions, [&](const ActionInfo& action) { return action.id == "fixture." + plugin; });
}
} // namespace

/// Plugins that fit, that need each other, and that must not be loaded.
class TestPluginManager : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        QSettings{}.clear();
        m_editor = std::make_unique<TestEditor>();
        m_plugins = std::make_unique<PluginManager>(*m_editor);
        m_plugins->loadAll();
    }

    void cleanup()
    {
        m_plugins.reset();
        m_editor.reset();
    }

    void thoseThatFitRun()
    {
        for (const auto* id : {"lonely", "needs_lonely"}) {
            const auto info = infoOf(*m_plugins, QLatin1String{id});
            QVERIFY2(info.running, qPrintable(info.error));
            QVERIFY(hasCommand(*m_editor, id));
        }
    }

    void othersAreRefusedWithTheReason_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("reason");
        QTest::newRow("interface")
            << "future"
            << QStringLiteral("it was made for plugin interface 99, this is %1")
                   .arg(PluginApiVersion);
        QTest::newRow("build") << "stranger"
                               << "it does not say with what it was built";
        QTest::newRow("dependency") << "needs_missing"
                                    << "it needs the plugin 'missing', which is not there";
    }

    void othersAreRefusedWithTheReason()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, reason);
        const auto info = infoOf(*m_plugins, id);
        QVERIFY(!info.running);
        QCOMPARE(info.error, reason);
        QVERIFY(!hasCommand(*m_editor, id.toStdString()));
        const auto again = m_plugins->setEnabled(id, true);
        QVERIFY(!again);
        QVERIFY(QString::fromStdString(again.error().message()).contains(reason));
    }

    void switchingOneOffTakesThoseThatNeedItAlong()
    {
        VERIFY_OK(m_plugins->setEnabled(QStringLiteral("lonely"), false));
        QVERIFY(!hasCommand(*m_editor, "lonely"));
        QVERIFY(!hasCommand(*m_editor, "needs_lonely"));
        QCOMPARE(infoOf(*m_plugins, QStringLiteral("needs_lonely")).error,
                 QStringLiteral("it needs the plugin 'lonely', which is switched off"));
        VERIFY_OK(m_plugins->setEnabled(QStringLiteral("lonely"), true));
        QVERIFY(hasCommand(*m_editor, "lonely"));
        QVERIFY(hasCommand(*m_editor, "needs_lonely"));
    }

    void theChoiceIsKept()
    {
        VERIFY_OK(m_plugins->setEnabled(QStringLiteral("lonely"), false));
        m_plugins = std::make_unique<PluginManager>(*m_editor);
        m_plugins->loadAll();
        QVERIFY(!infoOf(*m_plugins, QStringLiteral("lonely")).enabled);
        QVERIFY(!hasCommand(*m_editor, "lonely"));
    }

    void unknownPluginsAreNamed()
    {
        QVERIFY(!m_plugins->setEnabled(QStringLiteral("nobody"), true));
    }

private:
    std::unique_ptr<TestEditor> m_editor;
    std::unique_ptr<PluginManager> m_plugins;
};

int run(int argc, char** argv)
{
    const QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    qputenv("MAPWRIGHT_PLUGINS", MAPWRIGHT_BINARY_DIR "/fixture_plugins");
    QCoreApplication application{argc, argv};
    QCoreApplication::setOrganizationName(QStringLiteral("mapwright-test"));
    TestPluginManager test;
    return QTest::qExec(&test, argc, argv);
}

REGISTER_TEST(run)
} // namespace tst_plugin_manager

#include "tst_plugin_manager.moc"
