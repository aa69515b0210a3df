#pragma once

#include "editor/api/editor_api.h"

#include <QLineEdit>

#include <functional>
#include <optional>

namespace editor
{
/// A field for an asset's path: typed (with completion), picked from a list, or dropped from the
/// asset browser.
class AssetField : public QLineEdit
{
    Q_OBJECT

public:
    AssetField(EditorApi& editor, engine::AssetKind kind, QWidget* parent = nullptr);

    /// The user wants this path; empty for none.
    std::function<void(const std::string& path)> picked;

    void setPath(const std::string& path);
    void setMixed();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showMenu();
    void commitText();
    void offerCompletions();
    [[nodiscard]] QStringList assetPaths() const;
    [[nodiscard]] std::optional<std::string> findTyped(const std::string& typed) const;

    EditorApi& m_editor;
    engine::AssetKind m_kind;
    std::string m_path;
    bool m_mixed = false;
    QStringList m_offered; ///< by the completer
};
} // namespace editor
