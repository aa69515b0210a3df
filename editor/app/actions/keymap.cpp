#include "editor/app/actions/keymap.h"

#include <QSettings>
#include <QStringList>

#include <array>

namespace editor
{
namespace
{
struct Difference
{
    const char* id;
    const char* keys; ///< "" takes the command's key away
};

// What hands know from TrenchBroom 2023: R, T and G turn, stretch and shear; F is the face tool.
constexpr std::array TrenchBroomKeys{Difference{"tool.scale", "T"},
                                     Difference{"tool.shear", "G"},
                                     Difference{"tool.face", "F"},
                                     Difference{"tool.move", ""},
                                     Difference{"tool.shape", "Shift+B"},
                                     Difference{"view.focus", "Ctrl+U"},
                                     Difference{"view.focusAll", "Ctrl+Shift+U"},
                                     Difference{"view.showAll", "Ctrl+Shift+I"},
                                     Difference{"view.snap", "Alt+0"},
                                     Difference{"brush.intersect", "Ctrl+L"},
                                     Difference{"lighting.calculate", "Ctrl+Shift+L"}};

// What hands know from Unreal Editor 5: W, E and R are the gizmos, Alt+P plays, Alt+G/J/H/K are the
// sides of a view, and Alt with a digit is how it is drawn.
constexpr std::array UnrealKeys{Difference{"tool.move", "W"},
                                Difference{"tool.rotate", "E"},
                                Difference{"tool.scale", "R"},
                                Difference{"tool.edge", "Shift+E"},
                                Difference{"play.start", "Alt+P; F5"},
                                Difference{"play.stop", "Shift+Esc; Shift+F5"},
                                Difference{"view.showAll", "Ctrl+H"},
                                Difference{"view.kindPerspective", "Alt+G"},
                                Difference{"view.kindTop", "Alt+J"},
                                Difference{"view.kindFront", "Alt+H"},
                                Difference{"view.kindSide", "Alt+K"},
                                Difference{"view.modeWireframe", "Alt+2"},
                                Difference{"view.modeUnlit", "Alt+3"},
                                Difference{"view.modeLit", "Alt+4"},
                                Difference{"view.modeLightmap", "Alt+6"},
                                Difference{"brush.ungroup", "Shift+G"},
                                Difference{"view.snap", "Ctrl+Shift+S"},
                                Difference{"brush.snapVertices", "Ctrl+Alt+Shift+G"},
                                Difference{"file.saveAs", "Ctrl+Alt+S"},
                                Difference{"select.surface", ""},
                                Difference{"edit.redo", "Ctrl+Y; Ctrl+Shift+Z"}};

struct Map
{
    const char* name;
    const Difference* first;
    std::size_t count;
};

const std::array Maps{Map{"Mapwright", nullptr, 0},
                      Map{"TrenchBroom-like", TrenchBroomKeys.data(), TrenchBroomKeys.size()},
                      Map{"Unreal-like", UnrealKeys.data(), UnrealKeys.size()}};

constexpr auto ChosenKey = "keys/map";

QString settingsOf(const QString& map)
{
    return QStringLiteral("keys/%1").arg(map);
}

QString keyOf(const std::string& id)
{
    return QString::fromStdString(id);
}

QString written(const KeyList& keys)
{
    return QKeySequence::listToString(keys, QKeySequence::PortableText);
}

} // namespace

QStringList Keymap::names()
{
    QStringList all;
    for (const auto& map : Maps)
        all += QLatin1String{map.name};
    return all;
}

Keymap Keymap::load()
{
    Keymap keymap;
    keymap.choose(QSettings{}.value(QLatin1String{ChosenKey}).toString());
    return keymap;
}

void Keymap::choose(const QString& name)
{
    m_name = names().contains(name) ? name : names().front();
    m_changes.clear();
    QSettings settings;
    if (settings.value(QLatin1String{ChosenKey}).toString() != m_name)
        settings.setValue(QLatin1String{ChosenKey}, m_name);
    settings.beginGroup(settingsOf(m_name));
    for (const auto& id : settings.childKeys())
        m_changes.insert(id, keysFromText(settings.value(id).toString()));
}

KeyList Keymap::presetOf(const std::string& id, const KeyList& own) const
{
    for (const auto& map : Maps)
        if (m_name == QLatin1String{map.name})
            for (std::size_t at = 0; at < map.count; ++at)
                if (id == map.first[at].id)
                    return keysFromText(QLatin1String{map.first[at].keys});
    return own;
}

KeyList Keymap::keysOf(const std::string& id, const KeyList& own) const
{
    const auto changed = m_changes.constFind(keyOf(id));
    return changed != m_changes.constEnd() ? *changed : presetOf(id, own);
}

bool Keymap::isChanged(const std::string& id) const
{
    return m_changes.contains(keyOf(id));
}

void Keymap::set(const std::string& id, const KeyList& keys)
{
    m_changes.insert(keyOf(id), keys);
    QSettings{}.setValue(settingsOf(m_name) + QLatin1Char{'/'} + keyOf(id), written(keys));
}

void Keymap::reset(const std::string& id)
{
    m_changes.remove(keyOf(id));
    QSettings{}.remove(settingsOf(m_name) + QLatin1Char{'/'} + keyOf(id));
}

void Keymap::resetAll()
{
    m_changes.clear();
    QSettings{}.remove(settingsOf(m_name));
}

ViewKeys Keymap::viewKeys() const
{
    ViewKeys keys;
    for (const auto& info : ViewKeyInfos) {
        const auto list = keysOf(info.id, usualKeys(info));
        // Held alone, so only the first key counts, without its modifiers.
        keys.set(info.key, list.isEmpty() || list.front().isEmpty() ? Qt::Key_unknown
                                                                    : list.front()[0].key());
    }
    return keys;
}

KeyList keysFromText(const QString& text)
{
    auto keys = QKeySequence::listFromString(text, QKeySequence::PortableText);
    keys.removeAll(QKeySequence{}); // which an empty text gives
    return keys;
}

KeyList usualKeys(const ViewKeyInfo& info)
{
    return {QKeySequence{info.usual}};
}
} // namespace editor
