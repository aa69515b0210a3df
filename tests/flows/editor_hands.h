#pragma once

#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/views/view_layout.h"
#include "tests/support/fixtures/verify.h"

#include <QApplication>
#include <QDropEvent>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// Does something with the next dialog that blocks.
inline void answerModal(const std::function<void(QWidget*)>& answer)
{
    auto* timer = new QTimer{qApp};
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, answer] {
        auto* modal = QApplication::activeModalWidget();
        if (modal == nullptr)
            return;
        timer->stop();
        timer->deleteLater();
        answer(modal);
    });
    timer->start(20);
}

/// The real window on the project, worked in with mouse and keys.
class EditorHands
{
protected:
    void startEditor()
    {
        auto window = openEditor(m_project);
        VERIFY_OK(window);
        m_window = *std::move(window);
        m_window->resize(1400, 900);
        m_window->showLayout(0);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_VERIFY(view(ViewKind::Perspective).frameCount() > 0);
    }

    void closeEditor()
    {
        if (document().isModified())
            answerModal([](QWidget* modal) {
                auto* box = qobject_cast<QMessageBox*>(modal);
                QVERIFY(box != nullptr);
                box->button(QMessageBox::Discard)->click();
            });
        m_window->close();
        m_window.reset();
    }

    [[nodiscard]] ViewportWidget& view(ViewKind kind) const
    {
        return *m_window->viewLayout().findView(kind);
    }

    void drag(ViewKind kind, const Vec3d& from, const Vec3d& to, const QString& typed = {}) const
    {
        auto& widget = view(kind);
        const auto start = widget.positionOf(from).toPoint();
        const auto end = widget.positionOf(to).toPoint();
        QTest::mousePress(&widget, Qt::LeftButton, {}, start);
        for (int i = 1; i <= 4; ++i)
            QTest::mouseMove(&widget, start + (end - start) * i / 4);
        if (!typed.isEmpty())
            QTest::keyClicks(&widget, typed);
        QTest::mouseRelease(&widget, Qt::LeftButton, {}, end);
    }

    void click(ViewKind kind, const Vec3d& at) const
    {
        auto& widget = view(kind);
        QTest::mouseClick(&widget, Qt::LeftButton, {}, widget.positionOf(at).toPoint());
    }

    void dropMaterial(const QString& name, const Vec3d& at) const
    {
        // What the asset browser's list puts on the pointer, dropped where the mouse would let go.
        auto* list = find<QListView>("assetList");
        QVERIFY(list != nullptr);
        const auto* model = list->model();
        std::unique_ptr<QMimeData> mime;
        for (int row = 0; row < model->rowCount() && !mime; ++row)
            if (model->index(row, 0).data().toString() == name)
                mime.reset(model->mimeData({model->index(row, 0)}));
        QVERIFY2(mime, qPrintable(name));
        auto& widget = view(ViewKind::Perspective);
        const auto place = widget.positionOf(at);
        QDragEnterEvent enter{place.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton,
                              Qt::NoModifier};
        QCoreApplication::sendEvent(&widget, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop{place, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier};
        QCoreApplication::sendEvent(&widget, &drop);
        QVERIFY(drop.isAccepted());
    }

    void type(const char* fieldName, const QString& text) const
    {
        QTRY_VERIFY2(find<QLineEdit>(fieldName) != nullptr, fieldName);
        auto* field = find<QLineEdit>(fieldName);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    [[nodiscard]] std::vector<EntityId> allWith(TypeId type) const
    {
        std::vector<EntityId> found;
        for (const auto entity : document().world().entities())
            if (document().world().value(entity, type))
                found.push_back(entity);
        return found;
    }

    [[nodiscard]] Document& document() const { return m_window->context().document(); }

    template <typename T>
    T* find(const char* name) const
    {
        return m_window->findChild<T*>(QLatin1String{name});
    }

    QTemporaryDir m_home;
    fs::path m_project;
    std::unique_ptr<MainWindow> m_window;
};
} // namespace mapwright::test
