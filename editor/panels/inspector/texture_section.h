#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/panels/fields/number_expression.h"
#include "editor/panels/inspector/inspector_section.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace editor
{
class AssetField;
class NumberField;
class TextureLayout;

/// "Texture mapping": how textures lie on the selected faces, or on all faces of the selected
/// brushes.
class TextureSection : public InspectorSection
{
    Q_OBJECT

public:
    using ShownFaces = std::function<std::vector<FaceRef>()>;

    TextureSection(EditorApi& editor, const QString& title, ShownFaces faces, QWidget* parent);
    ~TextureSection() override;

    /// Reads so many more faces. True, and their state is shown, when that were all.
    [[nodiscard]] bool readFaces(std::size_t most);

    /// Starts with the first face again.
    void dropReading();

private:
    /// One number of a mapping.
    struct Part
    {
        NumberField* field = nullptr;
        std::function<double(const engine::BrushFace&)> get;
        std::optional<double> UvChange::*change = nullptr;
        double toChange = 1; ///< from what the field shows to what UvChange takes
        std::string label;
    };

    struct Reading;

    void readFace(Reading& reading) const;
    void readDensity(Reading& reading) const;
    void showReading(const Reading& reading);
    NumberField* addPart(Part part, const QString& name, const QString& unit, double step);
    void addPair(const QString& label, const QString& tooltip, NumberField* u, NumberField* v);
    void makeParts();
    void makeLayout();
    [[nodiscard]] engine::Result<void>
    change(Transaction& transaction, const Part& part, const NumberEdit& edit) const;
    engine::Result<void> run(const std::string& label,
                             const std::function<engine::Result<void>(Transaction&)>& edit);

    EditorApi& m_editor;
    ShownFaces m_faces;
    AssetField* m_material = nullptr;
    std::vector<Part> m_parts;
    TextureLayout* m_layout = nullptr;
    std::optional<Transaction> m_drag;
    std::unique_ptr<Reading> m_reading; ///< null unless one is under way
};
} // namespace editor
