#include "editor/panels/inspector/color_editor.h"

#include "editor/panels/fields/color_button.h"
#include "editor/panels/inspector/shared_value.h"
#include "editor/panels/panel_helpers.h"
#include "engine_core/math/color_temperature.h"

#include <QHBoxLayout>
#include <QLineEdit>

#include <optional>

namespace editor
{
using engine::Color;
using engine::Value;

namespace
{
/// "#ffa500", "orange" or "2700 K".
std::optional<Color> typedColor(const QString& text)
{
    if (text.endsWith(QLatin1Char{'K'}, Qt::CaseInsensitive)) {
        bool isNumber = false;
        const double kelvin = text.chopped(1).trimmed().toDouble(&isNumber);
        if (isNumber && kelvin >= engine::LeastKelvin && kelvin <= engine::MostKelvin)
            return engine::colorOfTemperature(kelvin);
    }
    const QColor typed{text};
    return typed.isValid() ? std::optional{toLinear(typed)} : std::nullopt;
}
} // namespace

PropertyEditor colorEditor(const std::shared_ptr<PropertyEdit>& edit, QWidget* parent)
{
    auto* box = new QWidget{parent};
    auto* layout = new QHBoxLayout{box};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* patch = new ColorButton{box};
    patch->setAccessibleName(QString::fromStdString(edit->binding().description.label));
    patch->setToolTip(QString::fromStdString(tooltipOf(edit->binding().description)));
    auto* code = new QLineEdit{box};
    code->setObjectName(QString::fromStdString(edit->binding().objectName) +
                        QStringLiteral(".code"));
    code->setAccessibleName(QWidget::tr("Screen colour as #rrggbb"));
    code->setToolTip(QWidget::tr("<b>Screen colour</b><br>As #rrggbb, a name, such as orange, or "
                                 "the temperature of a lamp, such as 2700 K"));
    layout->addWidget(patch);
    layout->addWidget(code, 1);
    patch->picked = [edit](const Color& color) {
        (void)edit->commit(Value{color});
    };
    QObject::connect(code, &QLineEdit::editingFinished, code, [edit, code] {
        if (!code->isModified())
            return;
        code->setModified(false);
        if (const auto typed = typedColor(code->text().trimmed()))
            (void)edit->commit(Value{*typed});
    });
    leaveOnReturn(*code);
    return {box, nullptr, [patch, code](const std::vector<Value>& values) {
                const auto shared =
                    common(values, [](const Value& value) { return valueAs<Color>(value); });
                if (shared)
                    patch->setColor(*shared);
                else
                    patch->setMixed();
                code->setPlaceholderText(shared ? QString{} : QWidget::tr("mixed"));
                code->setText(shared ? toScreen(*shared).name() : QString{});
            }};
}
} // namespace editor
