#include "engine_core/play/game/play_game.h"
#include "engine_core/play/script_bindings/play_bindings.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// The answer, or what there is without one: the script hears why.
template <typename T>
T answerOr(const Result<T>& answer, T otherwise)
{
    if (answer)
        return *answer;
    raiseInScript(answer.error().message());
    return otherwise;
}

void openMenu(const std::string& name, const std::string& title, const Vec2d& offset, double width)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (const auto opened = play->game.menus.open(play->hud, name, title, offset, width); !opened)
        raiseInScript(opened.error().message());
}

void menuLabel(const std::string& text)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (const auto shown = play->game.menus.label(text); !shown)
        raiseInScript(shown.error().message());
}

bool menuButton(const std::string& text)
{
    auto* play = activePlay();
    return play != nullptr && answerOr(play->game.menus.button(text), false);
}

int menuList(const std::vector<std::string>& items)
{
    int chosen = -1;
    for (std::size_t i = 0; i < items.size() && i <= HudMenus::MostRows; ++i)
        if (menuButton(items[i]))
            chosen = static_cast<int>(i);
    return chosen;
}

int stepsOf(const std::string& text, const std::string& shown, double part)
{
    auto* play = activePlay();
    return play != nullptr ? answerOr(play->game.menus.value(text, shown, part), 0) : 0;
}

double menuSlider(const std::string& text, double value, double least, double most, double step)
{
    if (!std::isfinite(value) || !std::isfinite(least) || !std::isfinite(most) || !(most > least) ||
        !(step > 0)) {
        raiseInScript("A slider needs finite numbers, a most above its least, and a step above 0");
        return value;
    }
    const double now = std::clamp(value, least, most);
    const int steps = stepsOf(text, fmt::format("{:.3g}", now), (now - least) / (most - least));
    // From the least on in whole steps, so that sums of tenths do not go astray.
    return steps == 0
               ? now
               : std::clamp(least + (std::round((now - least) / step) + steps) * step, least, most);
}

int menuChoice(const std::string& text, int value, const std::vector<std::string>& choices)
{
    if (choices.empty()) {
        raiseInScript("A choice needs something to choose from");
        return value;
    }
    const auto count = static_cast<int>(choices.size());
    const int now = std::clamp(value, 0, count - 1);
    const int steps = stepsOf(text, "< " + choices[static_cast<std::size_t>(now)] + " >", -1);
    return ((now + steps) % count + count) % count;
}

bool menuToggle(const std::string& text, bool value)
{
    return stepsOf(text, value ? "on" : "off", -1) != 0 ? !value : value;
}

bool menuBack()
{
    const auto* play = activePlay();
    return play != nullptr && play->game.menus.isLeft();
}
} // namespace

Result<void> bindMenus(ScriptBinder& binder)
{
    binder.space("Hud");
    binder.function("void menu(const string &in name, const string &in title = \"\", const Vec2 "
                    "&in offset = Vec2(0, 0), double width = 360)",
                    openMenu,
                    "A menu in the middle, until the next tick; the rows that follow belong to it. "
                    "The last one shown has the player's keys and mouse");
    binder.function("void label(const string &in text)", menuLabel,
                    "A row that only says something");
    binder.function("bool button(const string &in text)", menuButton,
                    "A row; true in the tick in which the player chooses it");
    binder.function("int list(const array<string> &in items)", menuList,
                    "A row for each; the one that the player chooses, or -1");
    binder.function("double slider(const string &in text, double value, double least = 0, double "
                    "most = 1, double step = 0.1)",
                    menuSlider, "A row with a number in a bar; the number that the player wants");
    binder.function("int choice(const string &in text, int value, const array<string> &in choices)",
                    menuChoice, "A row with one of several words; which one the player wants");
    binder.function("bool toggle(const string &in text, bool value)", menuToggle,
                    "A row that is on or off; what the player wants");
    binder.function("bool back()", menuBack,
                    "Whether the player leaves the menu: Crouch or the right mouse button");
    binder.space("");
    return binder.finish("menus");
}
} // namespace engine
