#pragma once

#include "editor/api/editor_api.h"

#include <QComboBox>

namespace editor
{
/// Chooses no object, a layer, or what is selected in the document.
class ObjectChoice final : public QComboBox
{
    Q_OBJECT

public:
    /// `none`: what no object is called.
    ObjectChoice(EditorApi& editor, QString none, QWidget* parent);

    /// Shows the object; a deleted one by its number. Tells nothing.
    void showObject(engine::EntityId object);

Q_SIGNALS:
    /// The user chose another one.
    void chosen(engine::EntityId object);

private:
    void choose();

    EditorApi& m_editor;
    QString m_none;
    engine::EntityId m_object;
};
} // namespace editor
