#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/actions/effect_costs.h"
#include "editor/app/actions/stored_effects.h"
#include "editor/app/window/main_window.h"

#include <QActionGroup>
#include <QSettings>

#include <algorithm>
#include <array>

namespace editor
{
using engine::EffectUse;
using engine::ViewEffects;

namespace
{
struct Effect
{
    const char* id;
    const char* label;
    const char* what;
    EffectUse ViewEffects::*use;
    double engine::RenderStats::*took;
    const char* ifAutomatic = "Off where the processor draws.";
    const char* ifAlways = "Where the processor draws, pictures take several times as long.";
};

constexpr std::array Effects{
    Effect{"shadows", "Shadows of live lights",
           "Lights that are not baked throw shadows in the lit view and in the game.",
           &ViewEffects::shadows, &engine::RenderStats::shadowsTook},
    Effect{"bloom", "Bloom", "Bright places glow, as strongly as the scene's Bloom says.",
           &ViewEffects::bloom, &engine::RenderStats::bloomTook},
    Effect{"adaptation", "Eye adaptation",
           "The exposure follows what is seen, if the scene says so.", &ViewEffects::adaptation,
           &engine::RenderStats::adaptationTook},
    Effect{"occlusion", "Ambient occlusion",
           "Ambient light is less in corners; baked light knows of them already.",
           &ViewEffects::occlusion, &engine::RenderStats::occlusionTook},
    Effect{"smoothing", "Smooth edges", "Edges of surfaces show no stairs.",
           &ViewEffects::smoothing, &engine::RenderStats::smoothingTook,
           "Where the processor draws, only as soon as the picture rests.",
           "Where the processor draws, pictures that move take a little longer."}};

struct Choice
{
    const char* id;
    const char* label;
    EffectUse use;
};

constexpr std::array Choices{Choice{"auto", "if a graphics card draws", EffectUse::Automatic},
                             Choice{"on", "always", EffectUse::On},
                             Choice{"off", "never", EffectUse::Off}};

const char* whatItMeans(const Effect& effect, EffectUse use)
{
    switch (use) {
    case EffectUse::Automatic:
        return effect.ifAutomatic;
    case EffectUse::On:
        return effect.ifAlways;
    case EffectUse::Off:
        break;
    }
    return "Saves time.";
}

QString settingOf(const Effect& effect)
{
    return QStringLiteral("effects/") + QLatin1String{effect.id};
}

EffectUse storedUse(const Effect& effect)
{
    const auto stored = QSettings{}.value(settingOf(effect)).toString();
    const auto* chosen = std::find_if(Choices.begin(), Choices.end(), [&](const Choice& choice) {
        return stored == QLatin1String{choice.id};
    });
    return chosen != Choices.end() ? chosen->use : Choices.front().use;
}

void addEffect(MainWindow& window, const Effect& effect, EffectCosts& costs)
{
    auto* group = new QActionGroup{&window};
    const auto now = window.viewEffects().*effect.use;
    for (const auto& choice : Choices) {
        auto* action = window.actions().add(
            {.id = std::string{"view."} + effect.id + "." + choice.id,
             .menu = "View/Effects",
             .label = std::string{effect.label} + ": " + choice.label,
             .tooltip = std::string{effect.what} + " " + whatItMeans(effect, choice.use),
             .icon = "",
             .shortcut = "",
             .run = {},
             .isEnabled = {}});
        action->setCheckable(true);
        group->addAction(action);
        costs.add(*action, effect.took);
        action->setChecked(choice.use == now);
        QObject::connect(action, &QAction::toggled, &window, [&window, &effect, &choice](bool on) {
            if (!on)
                return;
            auto changed = window.viewEffects();
            changed.*effect.use = choice.use;
            window.setViewEffects(changed);
            QSettings{}.setValue(settingOf(effect), QLatin1String{choice.id});
        });
    }
}
} // namespace

ViewEffects storedEffects()
{
    ViewEffects effects;
    for (const auto& effect : Effects)
        effects.*effect.use = storedUse(effect);
    return effects;
}

void addEffectActions(MainWindow& window)
{
    window.setViewEffects(storedEffects());
    const auto menu = QStringLiteral("View/Effects");
    auto* costs = new EffectCosts{window, *window.actions().menu(menu)}; // the window owns it
    window.setEffectCosts(costs);
    for (const auto& effect : Effects) {
        if (&effect != Effects.data())
            window.actions().addSeparator(menu);
        addEffect(window, effect, *costs);
    }
}
} // namespace editor
