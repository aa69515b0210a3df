#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/material/material_values.h"

#include <QWidget>

#include <map>
#include <optional>

class QLabel;
class QVBoxLayout;

namespace editor
{
class InspectorSection;
class MaterialPreview;

/// Shows and edits the material that is chosen in the asset browser, or that of the face selected
/// last. Every change is a step of the open document and a write to the material's file.
class MaterialDock : public QWidget
{
    Q_OBJECT

public:
    MaterialDock(EditorApi& editor, QWidget* parent);

    /// By its name; empty for none.
    [[nodiscard]] const std::string& shown() const { return m_path; }

    void showMaterial(const std::string& path);

private:
    void listenToAssets();
    void selectionChanged();
    void assetsChanged(const std::vector<engine::AssetEntry>& files);
    void read();
    void refresh(bool readImages);
    void fill();
    void clear();
    [[nodiscard]] std::optional<engine::MaterialText> textNow() const;
    [[nodiscard]] engine::Result<std::string> textOf(const engine::fs::path& file) const;

    EditorApi& m_editor;
    std::string m_path;
    std::optional<ReadMaterial> m_material;          ///< nullopt: none, or it cannot be read
    std::map<engine::fs::path, std::string> m_texts; ///< that a drag shows and nobody has written
    QLabel* m_name = nullptr;
    QLabel* m_problem = nullptr;
    MaterialPreview* m_preview = nullptr;
    QVBoxLayout* m_page = nullptr;
    std::vector<InspectorSection*> m_sections;
    MaterialValues m_filledFor; ///< what reset goes back to in the rows that are there
    bool m_isFilled = false;
    engine::Connections m_connections;
    engine::Connection m_assetsConnection;
};
} // namespace editor
