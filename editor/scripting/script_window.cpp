#include "editor/scripting/script_window.h"

#include "editor/scripting/script_state.h"
#include "engine_core/reflect/type_builder.h"

#include <angelscript.h>

#include <utility>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
const GuiNode* findNode(const GuiNode& from, const std::string& key)
{
    if (from.key == key)
        return &from;
    for (const auto& child : from.children)
        if (key.starts_with(child.key))
            if (const auto* found = findNode(child, key))
                return found;
    return nullptr;
}
} // namespace

ScriptWindow::ScriptWindow(ScriptHost& host, WindowEngine& engine, std::string className)
    : m_host{host}, m_engine{engine}, m_className{std::move(className)}
{
}

ScriptWindow::~ScriptWindow()
{
    closing();
}

void ScriptWindow::setClass(const WindowClass& type, const std::string& failure)
{
    dropObject();
    m_class = type;
    m_failure = failure;
    m_notice.clear();
    const auto slash = type.menu.rfind('/');
    m_title = slash == std::string::npos ? engine::labelFromName(m_className)
                                         : type.menu.substr(slash + 1);
    m_tree = {};
    refresh();
    changed();
    m_host.editor.updateViews(); // it may draw something else in them
}

std::string ScriptWindow::state() const
{
    return m_object ? stateOf(*m_object) : m_state;
}

void ScriptWindow::dropObject()
{
    m_drag.reset();
    m_state = state();
    m_object.reset();
    m_hasOpened = false;
    m_pending.clear();
    m_handles.clear();
    m_drawn = {};
    m_drawStale = true;
}

/// Makes the object if there is none yet. False if there cannot be one.
bool ScriptWindow::prepare()
{
    if (m_object)
        return true;
    if (m_class.type == nullptr || !m_failure.empty())
        return false;
    auto object = m_engine.makeObject(m_class);
    if (!object) {
        m_failure = object.error().message();
        return false;
    }
    m_object = *std::move(object);
    restoreState(*m_object, m_state);
    return true;
}

Result<bool>
ScriptWindow::run(WindowHook hook, Transaction* edit, const WindowEngine::SetArguments& arguments)
{
    auto* method = m_class.hooks[static_cast<std::size_t>(hook)];
    if (method == nullptr)
        return false;
    if (!prepare())
        return Error{"{}", m_failure};
    const ScriptPermission permission{m_host, edit};
    bool used = false;
    const auto failure = m_engine.call(*method, m_object.get(), arguments, &used);
    if (!m_host.refusal.empty())
        return Error{"{}", m_host.refusal};
    if (failure)
        return Error{"{}", failure->text()};
    return used;
}

Result<GuiNode> ScriptWindow::runGui(const GuiEvent* event, Transaction* edit)
{
    GuiBuilder builder{event};
    m_host.gui = &builder;
    m_host.refreshEvery = 0;
    if (auto ran = run(WindowHook::Gui, edit); !ran)
        return ran.error();
    m_refreshEvery = m_host.refreshEvery;
    auto tree = builder.finish();
    return tree ? std::move(tree) : tree.error().withContext("{}::onGui()", m_className);
}

void ScriptWindow::setOpen(bool open)
{
    if (open == m_open)
        return;
    m_open = open;
    m_host.editor.updateViews();
    if (open)
        return refresh();
    if (m_object && m_hasOpened)
        if (auto closed = run(WindowHook::Close, nullptr); !closed)
            m_notice = closed.error().message();
    m_hasOpened = false;
    m_drag.reset();
}

void ScriptWindow::refresh()
{
    if (!m_open || m_drag)
        return;
    auto shown = showAnew();
    const bool isSame = shown && *shown == m_tree;
    if (!shown && m_failure.empty()) {
        m_failure = shown.error().message();
        engine::logError("script", "{}", m_failure);
    }
    if (!isSame) {
        m_tree = shown ? *std::move(shown) : GuiNode{};
        changed();
    }
    m_host.runLater();
}

/// Tells the script what has happened since it ran last, and asks it what to show.
Result<GuiNode> ScriptWindow::showAnew()
{
    if (!m_failure.empty() || !prepare())
        return Error{"{}", m_failure};
    if (!std::exchange(m_hasOpened, true))
        m_pending.insert(WindowHook::Open);
    const auto hooks = std::exchange(m_pending, {});
    for (auto hook = hooks.begin(); hook != hooks.end(); ++hook)
        if (auto ran = run(*hook, nullptr); !ran) {
            m_pending.insert(hook, hooks.end()); // follow() leaves what is wrong to the next time
            return ran.error();
        }
    return runGui(nullptr, nullptr);
}

/// Shows what follows from a drag of that element, which has to stay under the mouse.
void ScriptWindow::follow(const std::string& dragged)
{
    auto shown = showAnew();
    const auto* held = shown ? findNode(*shown, dragged) : nullptr;
    if (held == nullptr || !held->enabled || *shown == m_tree)
        return; // what is wrong is told after the drag
    m_tree = *std::move(shown);
    changed();
}

void ScriptWindow::retry()
{
    if (!canRetry())
        return; // another text is needed
    m_failure.clear();
    m_notice.clear();
    dropObject();
    refresh();
}

std::string ScriptWindow::labelFor(const GuiEvent& event) const
{
    if (!m_host.undoName.empty())
        return m_host.undoName;
    const auto* node = findNode(m_tree, event.key);
    return node != nullptr && !node->label.empty() ? m_title + ": " + node->label : m_title;
}

Result<void> ScriptWindow::answer(const GuiEvent& event)
{
    auto& document = m_host.editor.document();
    std::optional<Transaction> edit;
    if (!document.isEditing())
        edit.emplace(document.begin(labelFor(event)));
    if (auto ran = runGui(&event, edit ? &*edit : nullptr); !ran)
        return ran.error(); // the step goes back with the transaction
    if (edit) {
        edit->setLabel(labelFor(event));
        edit->commit();
    }
    return {};
}

Result<void> ScriptWindow::answerDrag(const GuiEvent& event)
{
    if (!m_drag)
        m_drag.emplace(m_host.editor.document().begin(labelFor(event)));
    const auto replaced = m_drag->replace([&](Transaction& edit) -> Result<void> {
        auto ran = runGui(&event, &edit);
        return ran ? Result<void>{} : Result<void>{ran.error()};
    });
    if (event.phase == GuiPhase::Preview)
        return replaced;
    if (event.phase == GuiPhase::Cancel) {
        m_drag->rollback();
    } else {
        m_drag->setLabel(labelFor(event));
        m_drag->commit();
    }
    m_drag.reset();
    return replaced;
}

void ScriptWindow::send(const GuiEvent& event)
{
    if (!m_open || !prepare())
        return;
    m_host.undoName.clear();
    const bool drags =
        m_drag || (event.phase == GuiPhase::Preview && !m_host.editor.document().isEditing());
    const auto answered = drags ? answerDrag(event) : answer(event);
    const auto noticed = answered ? std::string{} : answered.error().message();
    if (!answered)
        m_host.editor.showMessage(MessageKind::Warning, m_title + ": " + noticed);
    m_drawStale = true;
    if (std::exchange(m_notice, noticed) != noticed)
        changed();
    if (m_drag)
        follow(event.key);
    else
        refresh();
    m_host.runLater();
    m_host.editor.updateViews();
}

void ScriptWindow::draw(engine::DebugDraw& draw)
{
    if (!m_open || !m_failure.empty() || !m_class.has(WindowHook::Draw))
        return;
    if (std::exchange(m_drawStale, false)) {
        m_drawn = {};
        m_handles.clear();
        m_host.draw = &m_drawn;
        m_host.handles = &m_handles;
        if (auto ran = run(WindowHook::Draw, nullptr); !ran) {
            m_drawn = {};
            m_failure = ran.error().message();
            engine::logError("script", "{}", m_failure);
            stale(); // shown when the view is done
        }
    }
    const auto append = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    append(draw.lines, m_drawn.lines);
    append(draw.points, m_drawn.points);
    append(draw.triangles, m_drawn.triangles);
    append(draw.labels, m_drawn.labels);
}

Result<void> ScriptWindow::moveHandle(Transaction& edit, const ScriptHandle& to)
{
    engine::DebugDraw ignored;
    std::vector<ScriptHandle> handles;
    m_host.draw = &ignored;
    m_host.handles = &handles;
    m_host.moved = to;
    auto ran = run(WindowHook::Draw, &edit);
    m_drawStale = true;
    stale();
    return ran ? Result<void>{} : Result<void>{ran.error()};
}

Result<bool> ScriptWindow::stroke(const ScriptStroke& stroke, Transaction* edit)
{
    auto used = run(stroke.hook, edit, [&](AngelScript::asIScriptContext& context) {
        // The script takes it as `const Pointer &in`; nobody writes through this pointer.
        context.SetArgAddress(0, const_cast<ScriptPointer*>(&stroke.pointer));
    });
    const auto noticed = used ? std::string{} : used.error().message();
    if (stroke.hook != WindowHook::Hover && edit != nullptr && used && !m_host.undoName.empty())
        edit->setLabel(m_host.undoName);
    m_drawStale = true;
    if (std::exchange(m_notice, noticed) != noticed)
        changed();
    stale();
    m_host.editor.updateViews();
    return used;
}

bool ScriptWindow::key(const std::string& name)
{
    auto& document = m_host.editor.document();
    if (!m_class.has(WindowHook::Key) || document.isEditing())
        return false;
    auto edit = document.begin(m_title);
    const auto used = run(WindowHook::Key, &edit, [&](AngelScript::asIScriptContext& context) {
        context.SetArgAddress(0, const_cast<std::string*>(&name));
    });
    if (!used) {
        m_notice = used.error().message();
        m_host.editor.showMessage(MessageKind::Warning, m_title + ": " + m_notice);
        changed();
        return true;
    }
    m_drawStale = true;
    stale();
    if (!*used)
        return false; // what it may have written goes back with the transaction
    if (!m_host.undoName.empty())
        edit.setLabel(m_host.undoName);
    edit.commit();
    return true;
}

void ScriptWindow::markStale(std::optional<WindowHook> hook)
{
    m_drawStale = true;
    if (hook)
        m_pending.insert(*hook); // not called at once: the level may be in the middle of a change
    if (m_open)
        stale();
}
} // namespace editor
