#include "editor/panels/materials/material_dock.h"

#include "editor/api/dock_page.h"
#include "editor/panels/inspector/inspector_section.h"
#include "editor/panels/materials/material_preview.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/scene/components/brush_component.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
using engine::AssetKind;
using engine::Property;
using engine::Result;
using engine::Value;

MaterialDock::MaterialDock(EditorApi& editor, QWidget* parent) : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("materials"));
    setAccessibleName(tr("Material"));
    m_page = addDockPage(this);
    m_name = dockHeading({}, this);
    m_name->setObjectName(QStringLiteral("materialName"));
    m_page->addWidget(m_name);
    m_problem = new QLabel{this};
    m_problem->setObjectName(QStringLiteral("materialProblem"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_page->addWidget(m_problem);
    m_preview = new MaterialPreview{this};
    m_page->addWidget(m_preview);
    m_page->addStretch();
    m_connections +=
        editor.materialChanged.connect([this] { showMaterial(m_editor.currentMaterial().text()); });
    m_connections += editor.document().selection().changed.connect([this] { selectionChanged(); });
    m_connections += editor.document().filesShown.connect([this](const auto& writes) {
        m_texts.clear();
        for (const FileWrite& write : writes)
            m_texts[write.file] = write.after;
        refresh(false);
    });
    m_connections += editor.document().filesWritten.connect([this](const auto&) {
        m_texts.clear();
        refresh(false);
    });
    m_connections += editor.projectChanged.connect([this] {
        listenToAssets();
        showMaterial({});
    });
    listenToAssets();
    showMaterial(editor.currentMaterial().text());
}

void MaterialDock::listenToAssets()
{
    m_assetsConnection = m_editor.assets().changed.connect(
        [this](const std::vector<engine::AssetEntry>& files) { assetsChanged(files); });
}

void MaterialDock::selectionChanged()
{
    const auto& faces = m_editor.document().selection().faces();
    if (faces.empty())
        return;
    const auto& face = *faces.rbegin();
    const auto* component = m_editor.document().world().get<engine::BrushComponent>(face.entity);
    if (component != nullptr && component->brush && face.face < component->brush->faceCount())
        showMaterial(component->brush->faces()[face.face].material.text());
}

void MaterialDock::assetsChanged(const std::vector<engine::AssetEntry>& files)
{
    if (m_path.empty())
        return;
    const auto text = textNow();
    const auto images = text ? text->images() : std::vector<engine::fs::path>{};
    const bool shows = std::ranges::any_of(files, [&](const engine::AssetEntry& each) {
        return std::ranges::find(images, each.file) != images.end();
    });
    refresh(shows);
}

void MaterialDock::showMaterial(const std::string& path)
{
    if (path == m_path && m_isFilled)
        return refresh(false);
    clear(); // what is being typed goes to the material that it was typed for
    m_path = path;
    m_isFilled = false;
    refresh(false);
}

Result<std::string> MaterialDock::textOf(const engine::fs::path& file) const
{
    const auto shown = m_texts.find(file);
    return shown != m_texts.end() ? shown->second : engine::readFile(file, 1U << 20U);
}

std::optional<engine::MaterialText> MaterialDock::textNow() const
{
    const auto& project = m_editor.assets().project();
    const auto find = [&project](const std::string& name) {
        return engine::assetFile(project, AssetKind::Material, name);
    };
    const auto file = find(m_path);
    if (!file)
        return std::nullopt;
    auto text = engine::loadMaterialText(*file, project.assetFolder(),
                                         {find, [this](const engine::fs::path& each) {
                                              return textOf(each);
                                          }});
    return text ? std::optional{*std::move(text)} : std::nullopt;
}

void MaterialDock::read()
{
    m_material.reset();
    m_problem->clear();
    if (m_path.empty()) {
        m_problem->setText(tr("Choose a material in the asset browser, or a face."));
        return;
    }
    if (m_path.find(engine::InModel) != std::string::npos) {
        m_problem->setText(tr("This material is part of a model's file."));
        return;
    }
    auto material = readMaterial(m_editor.assets().project(), m_path,
                                 [this](const engine::fs::path& each) { return textOf(each); });
    if (!material) {
        m_problem->setText(QString::fromStdString(material.error().message()));
        return;
    }
    m_material = *std::move(material);
    if (!m_material->problems.empty())
        m_problem->setText(QString::fromStdString(m_material->problems.front()));
}

void MaterialDock::refresh(bool readImages)
{
    read();
    m_name->setText(m_path.empty() ? tr("No material") : QString::fromStdString(m_path));
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_preview->setVisible(m_material.has_value());
    m_preview->showMaterial(m_material ? textNow() : std::nullopt, readImages);
    if (!m_isFilled || (m_material && !(m_material->inherited == m_filledFor)))
        fill();
    for (auto* section : m_sections)
        for (std::size_t row = 0; m_material && row < section->rowCount(); ++row)
            section->refreshRow(row);
}

/// A row that loses the focus by it may still write.
void MaterialDock::clear()
{
    m_isFilled = true; // nothing is filled meanwhile
    for (auto* section : std::exchange(m_sections, {})) {
        section->hide();
        section->deleteLater(); // it may be one of its rows that tells
    }
}

void MaterialDock::fill()
{
    clear();
    if (!m_material)
        return;
    m_filledFor = m_material->inherited;
    const auto nameOf = [](const std::string& path) {
        return path.substr(path.find_last_of('/') + 1);
    };
    for (const auto& property : materialType().properties) {
        const auto title = QString::fromStdString(property.section);
        if (m_sections.empty() || m_sections.back()->id() != "material." + title) {
            m_sections.push_back(
                new InspectorSection{"material." + title, title, QStringLiteral("material"), this});
            m_page->insertWidget(m_page->count() - 1, m_sections.back());
        }
        PropertyBinding binding;
        binding.objectName = "material." + property.name;
        binding.description = property;
        binding.description.defaultValue = property.get(&m_filledFor);
        binding.read = [this, &property, path = m_path] {
            return m_material && path == m_path ? std::vector{property.get(&m_material->values)}
                                                : std::vector<Value>{};
        };
        binding.write = [this, &property, nameOf, path = m_path](
                            Transaction& edit, const ValueEdit& change) -> Result<void> {
            // As the file has it: each move of a drag starts from there.
            const auto now = readMaterial(m_editor.assets().project(), path);
            if (!now)
                return now.error();
            const auto value = change(property.get(&now->values));
            if (!value)
                return value.error().withContext("{}", property.label);
            edit.setLabel(
                fmt::format("Set {} of {}", nameInSentence(property.label, 1), nameOf(path)));
            return setMaterialValue(edit, m_editor.assets().project(), path, property, *value);
        };
        binding.reset = [this, &property, nameOf, path = m_path](Transaction& edit) {
            edit.setLabel(
                fmt::format("Reset {} of {}", nameInSentence(property.label, 1), nameOf(path)));
            return setMaterialValue(edit, m_editor.assets().project(), path, property, {});
        };
        m_sections.back()->addRow(m_editor, std::move(binding));
    }
}
} // namespace editor
