#pragma once

#include "editor/api/editor_api.h"
#include "editor/api/turn_share.h"
#include "editor/panels/inspector/inspector_shape.h"
#include "editor/panels/played_choice.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
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
class IncomingWires;
class InspectorSection;
class LightCard;
class MapKeysTable;
class PlayedView;
class PrefabSection;
class TextureSection;
class WiresEditor;

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
    /// @param choice what it shows of the running game in place of the level's objects; never null
    explicit Inspector(EditorApi& editor,
                       QWidget* parent = nullptr,
                       ScriptSource scripts = {},
                       std::shared_ptr<PlayedChoice> choice = std::make_shared<PlayedChoice>());
    ~Inspector() override;

    /// The objects whose properties are shown.
    [[nodiscard]] const std::vector<EntityId>& objects() const { return m_objects; }

    [[nodiscard]] QSize sizeHint() const override;

    /// Does at once what a change of the document has put off.
    void refreshNow();

private:
    void connectDocument();
    void selectionChanged();
    void takeObjects();
    [[nodiscard]] bool isShown(EntityId entity) const;
    void takeObjectsThatAreThere();
    void takeShape(InspectorShape shape);
    void rebuild();
    void refreshInTurns();
    void readInTurn();
    void readOn();
    void listRows();
    void showSizeOfAll();
    void refreshPlayed();
    void showPlayedChoice();
    void addComponentSection(const engine::TypeInfo& type);
    void addPropertyRows(InspectorSection& section,
                         const std::function<std::vector<EntityId>()>& objects,
                         const engine::TypeInfo& type,
                         const engine::Property& property);
    void addScriptRows(InspectorSection& section);
    void addTextureSection();
    void addSizeOfAll(InspectorSection& section);
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
    std::shared_ptr<PlayedChoice> m_choice; ///< never null
    InspectorShape m_shape;
    bool m_built = false;
    QLabel* m_headline = nullptr;
    QLabel* m_sizeOfAll = nullptr;
    QWidget* m_scroll = nullptr;
    PlayedView* m_played = nullptr; ///< in its place
    QWidget* m_contents = nullptr;
    QVBoxLayout* m_sections = nullptr;
    std::vector<InspectorSection*> m_shown;
    TextureSection* m_texture = nullptr;
    PrefabSection* m_prefab = nullptr;
    LightCard* m_lightCard = nullptr;
    MapKeysTable* m_mapKeys = nullptr;
    WiresEditor* m_wires = nullptr;
    IncomingWires* m_incoming = nullptr;
    QPushButton* m_add = nullptr;
    QSet<QString> m_folded;
    QTimer m_later;
    QTimer m_inTurns;         ///< while many objects are read
    bool m_keepShape = false; ///< what is to be read are values of a drag
    TurnShare m_share;
    std::optional<ShapeReader> m_reader; ///< until it is known what sections there are
    /// What is still to be read; each is asked again until it says that it is done.
    std::deque<std::function<bool()>> m_toRead;
    QTimer m_watch; ///< of what the running game has
    bool m_wasPlaying = false;
    engine::Connections m_connections;
    engine::Connection m_assetsConnection;
};
} // namespace editor
