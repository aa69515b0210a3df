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
};

constexpr std::array Effects{
    Effect{"shadows", "Shadows of live lights",
           "Lights that are not baked throw shadows in the lit view and in the game.",
           &ViewEffects::shadows, &engine::RenderStats::shadowsTook},
    Effect{"bloom", "Bloom", "What is bright is surrounded by light, as far as the scene says.",
           &ViewEffects::bloom, &engine::RenderStats::bloomTook},
    Effect{"adaptation", "Eye adaptation",
           "The exposure follows what is seen, if the scene says so.", &ViewEffects::adaptation,
           &engine::RenderStats::adaptationTook},
    Effect{"occlusion", "Ambient occlusion",
           "Ambient light is less in corners; baked light knows of them already.",
           &ViewEffects::occlusion, &engine::RenderStats::occlusionTook},
    Effect{"smoothing", "Smooth edges", "Edges of surfaces show no stairs.",
           &ViewEffects::smoothing, &engine::RenderStats::smoothingTook}};

struct Choice
{
    const char* id;
    const char* label;
    const char* when;
    EffectUse use;
};

constexpr std::array Choices{
    Choice{"auto", "if a graphics card draws", "Off where the processor draws.",
           EffectUse::Automatic},
    Choice{"on", "always", "Where the processor draws, pictures take several times as long.",
           EffectUse::On},
    Choice{"off", "never", "Saves time.", EffectUse::Off}};

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
             .tooltip = std::string{effect.what} + " " + choice.when,
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
