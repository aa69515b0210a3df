#include "editor/app/dialogs/about_dialog.h"

#include "engine_core/base/build_stamp.h"

#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QVBoxLayout>

namespace editor
{
AboutDialog::AboutDialog(QWidget* parent) : QDialog{parent}
{
    setWindowTitle(tr("About Mapwright"));
    const auto text = [](std::string_view view) {
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };
    const auto& stamp = engine::buildStamp();
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(8);
    auto* icon = new QLabel{this};
    icon->setPixmap(QIcon{QStringLiteral(":/icons/app.svg")}.pixmap(64, 64));
    layout->addWidget(icon);
    auto* name = new QLabel{QStringLiteral("Mapwright %1").arg(text(stamp.version)), this};
    name->setProperty("heading", true);
    layout->addWidget(name);
    layout->addWidget(
        new QLabel{tr("A level editor with live play: no compile, no wait, nothing lost."), this});
    auto* build = new QLabel{tr("Build %1, commit %2\nmade %3")
                                 .arg(stamp.number)
                                 .arg(text(stamp.commit), text(stamp.time)),
                             this};
    build->setObjectName(QStringLiteral("buildStamp"));
    build->setProperty("muted", true);
    build->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(build);
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Close, this};
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addSpacing(8);
    layout->addWidget(buttons);
}
} // namespace editor
