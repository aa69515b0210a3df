#include "editor/scripting/script_host.h"

#include "engine_core/serialization/json_values.h"

namespace editor
{
using engine::raiseInScript;

ScriptHost::ScriptHost(EditorApi& api)
    : editor{api}, world{api.document().world()}, types{api.document().types()}
{
}

void ScriptHost::write(engine::EntityId entity, engine::TypeId type, engine::ComponentValue value)
{
    if (auto* open = writingTransaction())
        open->swap({entity, type, std::move(value)});
}

void ScriptHost::runLater()
{
    const auto waiting = std::exchange(later, {});
    for (const auto& each : waiting)
        each();
}

ScriptPermission::ScriptPermission(ScriptHost& host, Transaction* edit) : m_host{host}
{
    host.transaction = edit;
    host.refusal.clear();
    host.undoName.clear();
}

ScriptPermission::~ScriptPermission()
{
    m_host.transaction = nullptr;
    m_host.gui = nullptr;
    m_host.draw = nullptr;
    m_host.handles = nullptr;
    m_host.moved.reset();
}

ScriptHost* activeHost()
{
    return static_cast<ScriptHost*>(engine::hostOfActiveScript());
}

Transaction* writingTransaction()
{
    auto* host = activeHost();
    if (host->transaction == nullptr)
        raiseInScript(host->editor.document().isEditing()
                          ? "The level cannot be changed while something is being dragged"
                          : "The level can be changed in answer to what the user does only, as in "
                            "if (Gui::button(...))");
    return host->transaction;
}

void refuseInScript(const engine::Error& error)
{
    activeHost()->refusal = error.message();
    raiseInScript(error.message());
}

bool isPlace(const engine::Vec3d& at)
{
    if (engine::isFinite(at) && glm::length(at) <= engine::WorldLimit)
        return true;
    raiseInScript("A place must be finite and within 65,536 metres of the origin");
    return false;
}

bool isPath(const std::string& path)
{
    const auto checked = engine::checkAssetPath(path);
    if (!checked)
        raiseInScript(fmt::format("This cannot be used: {}", checked.error().message()));
    return checked.hasValue();
}

engine::Result<void> bindEditor(engine::ScriptBinder& binder)
{
    for (const auto bind : {bindObjects, bindLevel, bindPlants, bindGui, bindGuiFields, bindViews})
        if (auto bound = bind(binder); !bound)
            return bound;
    return {};
}
} // namespace editor
