#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
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
};

constexpr std::array Effects{
    Effect{"shadows", "Shadows of live lights",
           "Lights that are not baked throw shadows in the lit view and in the game.",
           &ViewEffects::shadows},
    Effect{"bloom", "Bloom", "What is bright is surrounded by light, as far as the scene says.",
           &ViewEffects::bloom},
    Effect{"adaptation", "Eye adaptation",
           "The exposure follows what is seen, if the scene says so.", &ViewEffects::adaptation}};

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

void addEffect(MainWindow& window, const Effect& effect)
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
    for (const auto& effect : Effects) {
        if (&effect != Effects.data())
            window.actions().addSeparator(QStringLiteral("View/Effects"));
        addEffect(window, effect);
    }
}
} // namespace editor
