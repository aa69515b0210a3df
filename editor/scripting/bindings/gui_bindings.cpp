#include "editor/scripting/bindings/gui_access.h"

namespace editor
{
using engine::ScriptBinder;
using engine::Value;

namespace
{
void begin(GuiKind kind, const std::string& label = {})
{
    if (auto* gui = activeGui())
        checkOrRaise(gui->begin(kind, label));
}

template <GuiKind Kind>
void beginPlain()
{
    begin(Kind);
}

template <GuiKind Kind>
void end()
{
    if (auto* gui = activeGui())
        checkOrRaise(gui->end(Kind));
}

template <GuiKind Kind>
void text(const std::string& shown)
{
    addElement(Kind, shown);
}

void beginScroll(int height)
{
    begin(GuiKind::Scroll, std::to_string(height));
}

bool fold(const std::string& title, bool open)
{
    return field(GuiKind::Fold, title, open);
}

int tabs(int page, const std::vector<std::string>& names)
{
    auto* node = addElement(GuiKind::Tabs, {});
    if (node == nullptr)
        return page;
    node->items = names;
    return answer(*node, page);
}

/// Pressed in this run?
bool button(const std::string& label, const std::string& tooltip)
{
    auto* node = addElement(GuiKind::Button, label);
    if (node == nullptr)
        return false;
    if (!tooltip.empty())
        node->tooltip = tooltip;
    return activeHost()->gui->eventOf(*node) != nullptr;
}

void progress(const std::string& label, double part)
{
    if (auto* node = addElement(GuiKind::Progress, label))
        node->value = {std::isfinite(part) ? std::min(std::max(part, 0.0), 1.0) : 0.0};
}

void image(const std::string& asset, int height)
{
    if (auto* node = addElement(GuiKind::Image, asset)) {
        node->value = {engine::AssetPath{asset}};
        node->size = std::min(std::max(height, 8), 1024);
    }
}

void space(int pixels)
{
    if (auto* node = addElement(GuiKind::Space, {}))
        node->size = std::min(std::max(pixels, 0), 1024);
}

void separator()
{
    addElement(GuiKind::Separator, {});
}

void tooltip(const std::string& shown)
{
    if (auto* gui = activeGui())
        gui->setNextTooltip(shown);
}

void key(const std::string& name)
{
    if (auto* gui = activeGui())
        gui->setNextKey(name);
}

void beginDisabled(bool disabled)
{
    if (auto* gui = activeGui())
        gui->beginDisabled(disabled);
}

void endDisabled()
{
    if (auto* gui = activeGui())
        checkOrRaise(gui->endDisabled());
}

void refreshEvery(double seconds)
{
    if (activeGui() != nullptr)
        activeHost()->refreshEvery = std::isfinite(seconds) ? std::max(seconds, 0.03) : 0.0;
}

engine::Vec2d mousePosition()
{
    const auto* gui = activeHost()->gui;
    return gui != nullptr && gui->event() != nullptr ? gui->event()->mouse : engine::Vec2d{0};
}

void bindLayout(ScriptBinder& binder)
{
    binder.function("void beginRow()", beginPlain<GuiKind::Row>,
                    "What follows stands side by side, until endRow()");
    binder.function("void endRow()", end<GuiKind::Row>, "Ends beginRow()");
    binder.function("void beginColumn()", beginPlain<GuiKind::Column>,
                    "What follows stands one below the other, until endColumn()");
    binder.function("void endColumn()", end<GuiKind::Column>, "Ends beginColumn()");
    binder.function(
        "void beginGroup(const string &in title)",
        +[](const std::string& title) { begin(GuiKind::Group, title); },
        "What follows stands in a frame with a title, until endGroup()");
    binder.function("void endGroup()", end<GuiKind::Group>, "Ends beginGroup()");
    binder.function("void beginScroll(int height = 0)", beginScroll,
                    "What follows can be scrolled, until endScroll(); height in pixels, 0 takes "
                    "what the window leaves");
    binder.function("void endScroll()", end<GuiKind::Scroll>, "Ends beginScroll()");
    binder.function("void beginDisabled(bool disabled = true)", beginDisabled,
                    "What follows is greyed out if `disabled`, until endDisabled()");
    binder.function("void endDisabled()", endDisabled, "Ends beginDisabled()");
    binder.function("bool fold(const string &in title, bool open)", fold,
                    "A heading that opens and closes; returns whether it is open now");
    binder.function("int tabs(int page, const array<string> &in names)", tabs,
                    "A row of tabs; returns the one that is chosen now, counted from 0");
    binder.function("void separator()", separator, "A line between what is above and below");
    binder.function("void space(int pixels = 8)", space, "Room between what is above and below");
}
} // namespace

GuiBuilder* activeGui()
{
    auto* gui = activeHost()->gui;
    if (gui == nullptr)
        engine::raiseInScript("Gui functions can be called from onGui() only");
    return gui;
}

void checkOrRaise(const engine::Result<void>& result)
{
    if (!result)
        engine::raiseInScript(result.error().message());
}

GuiNode* addElement(GuiKind kind, const std::string& label)
{
    auto* gui = activeGui();
    if (gui == nullptr)
        return nullptr;
    auto added = gui->add(kind, label);
    if (!added) {
        engine::raiseInScript(added.error().message());
        return nullptr;
    }
    return *added;
}

engine::Result<void> bindGui(ScriptBinder& binder)
{
    binder.space("Gui");
    bindLayout(binder);
    binder.function("void label(const string &in text)", text<GuiKind::Label>, "A line of text");
    binder.function("void title(const string &in text)", text<GuiKind::Title>, "A heading");
    binder.function("void help(const string &in text)", text<GuiKind::Help>,
                    "A muted explanation that wraps");
    binder.function("void warning(const string &in text)", text<GuiKind::Warning>,
                    "A warning that wraps");
    binder.function("bool button(const string &in label, const string &in tooltip = \"\")", button,
                    "A button; true in the run that answers its press");
    binder.function("void progress(const string &in label, double part)", progress,
                    "A bar that is full at 1");
    binder.function("void image(const string &in asset, int height = 96)", image,
                    "A texture of the project, such as \"textures/brick.png\"; height in pixels");
    binder.function("void tooltip(const string &in text)", tooltip,
                    "What is shown while the mouse rests on the next element");
    binder.function("void key(const string &in name)", key,
                    "Tells the next element from others of the same label");
    binder.function("void refreshEvery(double seconds)", refreshEvery,
                    "Runs onGui() again after that time, 0.03 seconds or more");
    binder.function("Vec2 mousePosition()", mousePosition,
                    "Where the mouse was in the window when the user did what is answered now; "
                    "pixels from the upper left corner");
    binder.space("");
    return binder.finish("window");
}
} // namespace editor
