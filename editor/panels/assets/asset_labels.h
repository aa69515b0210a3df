#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/assets/tag_operations.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include <functional>
#include <string>
#include <vector>

class QMenu;
class QWidget;

namespace editor
{
/// Tags and collections of the project's assets as the browser has them: what its file holds, and
/// the menus that change it, each change one step.
class AssetLabels final : public QObject
{
    Q_OBJECT

public:
    AssetLabels(EditorApi& editor, QWidget& browser);

    /// Reads the project's file again.
    void read();

    /// Of a file below assets/, sorted.
    [[nodiscard]] QStringList tagsOf(const std::string& file) const;

    [[nodiscard]] QStringList collections() const;

    /// Paths below assets/ of a collection's files.
    [[nodiscard]] std::vector<std::string> filesOf(const QString& collection) const;

    /// "Tags" and "Collections", each with what is there, what these files have being checked.
    void addMenus(QMenu& menu, const std::vector<std::string>& files);

    /// What becomes of a whole collection.
    void addCollectionActions(QMenu& menu, const QString& collection);

    void list(AssetList list,
              const std::string& name,
              const std::vector<std::string>& files,
              bool isListed);

Q_SIGNALS:
    /// Others are there, whoever has changed them.
    void changed();

private:
    void addMenu(QMenu& menu, AssetList list, const std::vector<std::string>& files);
    void edit(const std::string& label,
              const std::function<engine::Result<void>(Transaction&)>& change);
    [[nodiscard]] QString askName(const QString& title, const QString& before = {});

    EditorApi& m_editor;
    QWidget& m_browser;
    engine::AssetTags m_tags;
    QHash<QString, QStringList> m_byFile; ///< tags
    engine::Connections m_connections;
};
} // namespace editor
