#pragma once

#include "editor/api/editor_api.h"
#include "editor/panels/materials/texture_tiles.h"
#include "editor/tools/texture/flat_editor.h"
#include "editor/tools/texture/hotspot_editor.h"
#include "editor/tools/texture/uv_commands.h"
#include "engine_core/base/jobs.h"

#include <QWidget>

#include <map>
#include <optional>

class QCheckBox;
class QHBoxLayout;
class QLabel;

namespace editor
{
class NumberField;
class UvCanvas;

/// The selected faces and curved patches in texture coordinates, over their texture: see
/// FlatEditor. Buttons for what is done more often than dragged.
class UvDock : public QWidget
{
    Q_OBJECT

public:
    UvDock(EditorApi& editor, QWidget* parent);
    ~UvDock() override;

    [[nodiscard]] FlatEditor& flat() { return m_flat; }

    [[nodiscard]] UvCanvas& canvas() { return *m_canvas; }

    /// Waits for the picture that is on its way; for tests and pictures.
    void finish();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct HotspotFile
    {
        engine::fs::path file;                               ///< empty without a material
        std::optional<engine::fs::file_time_type> written{}; ///< nullopt: it is not there
        friend bool operator==(const HotspotFile&, const HotspotFile&) = default;
    };

    [[nodiscard]] HotspotFile hotspotFile() const;
    void makeButtons(QHBoxLayout& first, QHBoxLayout& second);
    void addButton(QHBoxLayout& row, const char* command);
    void addHotspotSwitch(QHBoxLayout& row);
    void addSnap(QHBoxLayout& row);
    void addDensity(QHBoxLayout& row);
    engine::Result<void> run(const UvCommand& command);
    engine::Result<void> runEdit(
        const std::string& label,
        const std::function<engine::Result<void>(Transaction&, std::span<const FaceRef>)>& edit);
    void listen();
    void listenToAssets();
    void selectionChanged();
    void documentChanged();
    void refresh();
    void readPicture();
    void readHotspots();
    void showState(const QString& measure);

    EditorApi& m_editor;
    FlatEditor m_flat;
    HotspotEditor m_spots;
    UvCanvas* m_canvas = nullptr;
    QWidget* m_buttons = nullptr;
    QCheckBox* m_asOne = nullptr;
    NumberField* m_density = nullptr;
    QLabel* m_state = nullptr;
    bool m_isStale = true; ///< the selection has not been read since it changed
    engine::fs::path m_picture;
    int m_request = 0;
    std::optional<engine::HotspotSet> m_hotspots;
    QString m_hotspotProblem; ///< why the file that is there has given none; else empty
    std::optional<HotspotFile> m_hotspotsOf;         ///< that they were read of
    std::map<engine::fs::path, std::string> m_texts; ///< that a drag shows and nobody has written
    engine::Connections m_connections;
    engine::Connection m_assetsConnection;
    engine::JobQueue m_jobs; ///< last: its worker ends first
};
} // namespace editor
