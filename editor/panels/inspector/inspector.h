#pragma once

#include "editor/api/editor_api.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace engine
{
class ScriptLibrary;
}

namespace editor
{
class InspectorSection;
class MapKeysTable;
class PrefabSection;
class TextureSection;

/// Shows and changes the properties of everything that is selected; of the scene if nothing is.
/// Sections are made again only when other kinds of things are selected; otherwise rows just read
/// again.
class Inspector : public QWidget
{
    Q_OBJECT

public:
    /// Where script classes are looked up; asked for each time.
    using ScriptSource = std::function<engine::ScriptLibrary&()>;

    /// Without a source the inspector compiles the scripts of the open project for itself.
    explicit Inspector(EditorApi& editor, QWidget* parent = nullptr, ScriptSource scripts = {});
    ~Inspector() override;

    /// The objects whose properties are shown.
    [[nodiscard]] const std::vector<EntityId>& objects() const { return m_objects; }

    [[nodiscard]] QSize sizeHint() const override;

    /// Does at once what a change of the document has put off.
    void refreshNow();

private:
    /// What the sections are made for; another one needs other sections.
    struct Shape
    {
        bool faces = false;
        bool brushes = false;
        std::vector<engine::TypeId> types;  ///< that all objects have
        std::vector<engine::TypeId> partly; ///< that some have
        std::string script;                 ///< file and class, if all have the same
        EntityId prefab;                    ///< the instance that all are in
        friend bool operator==(const Shape&, const Shape&) = default;
    };

    void connectDocument();
    void selectionChanged();
    void takeObjects();
    [[nodiscard]] bool isShown(EntityId entity) const;
    [[nodiscard]] Shape shapeNow() const;
    void rebuild();
    void takeShape();
    void refreshInTurns();
    void refreshRows();
    void refreshNextRows();
    [[nodiscard]] bool refreshRowsAt(std::size_t part);
    void refreshPlayed();
    void addComponentSection(const engine::TypeInfo& type);
    void addScriptRows(InspectorSection& section);
    void addTextureSection();
    void addBrushSize(InspectorSection& section);
    void addSection(InspectorSection* section);
    void showAddMenu();
    [[nodiscard]] engine::ScriptLibrary& scripts();
    void listenToAssets();
    void showScriptAnew();
    [[nodiscard]] QString headline() const;
    [[nodiscard]] std::vector<FaceRef> shownFaces() const;
    void dropTyping();

    EditorApi& m_editor;
    ScriptSource m_scriptSource;
    std::unique_ptr<engine::ScriptLibrary> m_scripts; ///< made when needed, if there is no source
    std::vector<EntityId> m_objects;
    std::vector<EntityId> m_isShown;        ///< the same, ascending, and those that are gone
    bool m_areSomeGone = false;             ///< of the selection
    Shape m_shape;
    bool m_built = false;
    QLabel* m_headline = nullptr;
    QLabel* m_brushSize = nullptr;
    QWidget* m_contents = nullptr;
    QVBoxLayout* m_sections = nullptr;
    std::vector<InspectorSection*> m_shown;
    TextureSection* m_texture = nullptr;
    PrefabSection* m_prefab = nullptr;
    MapKeysTable* m_mapKeys = nullptr;
    QPushButton* m_add = nullptr;
    QSet<QString> m_folded;
    QTimer m_later;
    QTimer m_inTurns;           ///< of many objects one section after the other is read
    std::size_t m_nextRows = 0; ///< the part that is read next
    QTimer m_watch; ///< of what the running game has
    bool m_wasPlaying = false;
    engine::Connections m_connections;
    engine::Connection m_assetsConnection;
};
} // namespace editor
