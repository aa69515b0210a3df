#pragma once

#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QSettings>

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// A project with the sample room, and the real window that is opened with it again and again.
class RoomWindow
{
protected:
    void makeProject()
    {
        const auto made =
            createProject(fs::path{m_folder.path().toStdString()} / "room", "first_room");
        VERIFY_OK(made);
        m_project = made->root;
    }

    /// As it is at the next start.
    void open()
    {
        m_window.reset();
        auto opened = openEditor(m_project);
        VERIFY_OK(opened);
        m_window = *std::move(opened);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    /// With nothing remembered.
    void openFirst()
    {
        QSettings{}.clear();
        open();
        m_window->resize(1400, 900);
        QVERIFY(!QTest::currentTestFailed());
    }

    void close()
    {
        m_window->close();
        m_window.reset();
    }

    [[nodiscard]] ViewportWidget& view(ViewKind kind) const
    {
        return *m_window->viewLayout().findView(kind);
    }

    QTemporaryDir m_folder;
    fs::path m_project;
    std::unique_ptr<MainWindow> m_window;
};
} // namespace mapwright::test
