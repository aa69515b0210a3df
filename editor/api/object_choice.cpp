#include "editor/api/object_choice.h"

#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"

namespace editor
{
namespace
{
using engine::EntityId;

/// In place of an object's id.
constexpr qulonglong TheSelected = ~qulonglong{0};
} // namespace

ObjectChoice::ObjectChoice(EditorApi& editor, QString none, QWidget* parent)
    : QComboBox{parent}, m_editor{editor}, m_none{std::move(none)}
{
    setMinimumWidth(60);
    connect(this, &QComboBox::activated, this, [this] { choose(); });
}

void ObjectChoice::showObject(EntityId object)
{
    m_object = object;
    const auto& world = m_editor.document().world();
    clear();
    addItem(m_none, qulonglong{0});
    for (const auto layer : engine::layers(world))
        addItem(QString::fromStdString(world.get<engine::Node>(layer)->name),
                qulonglong{layer.value});
    if (object && findData(qulonglong{object.value}) < 0) {
        const auto* node = world.get<engine::Node>(object);
        addItem(node != nullptr ? QString::fromStdString(node->name)
                                : tr("Object %1, which is gone").arg(object.value),
                qulonglong{object.value});
    }
    addItem(tr("Take the selected object"), TheSelected);
    setCurrentIndex(findData(qulonglong{object.value}));
}

void ObjectChoice::choose()
{
    const auto wanted = currentData().toULongLong();
    const auto object =
        wanted == TheSelected ? m_editor.document().selection().primary() : EntityId{wanted};
    const bool isNothing = wanted == TheSelected && !object;
    if (isNothing)
        m_editor.showMessage(MessageKind::Warning, "Select an object first");
    const auto shown = isNothing ? m_object : object;
    const bool isNew = shown != m_object;
    showObject(shown);
    if (isNew)
        Q_EMIT chosen(shown);
}
} // namespace editor
