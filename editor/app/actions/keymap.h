#pragma once

#include "editor/views/view_keys.h"

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <string>

namespace editor
{
using KeyList = QList<QKeySequence>;

/// Which keys run which command: a chosen keymap, and on top what the user changed in it. Changes
/// belong to the keymap that they were made in, and are in the settings at once.
class Keymap
{
public:
    /// "Mapwright" is the commands' own keys; the others say where they differ.
    [[nodiscard]] static QStringList names();

    /// As the settings say.
    [[nodiscard]] static Keymap load();

    [[nodiscard]] const QString& name() const { return m_name; }

    /// An unknown name is "Mapwright".
    void choose(const QString& name);

    /// Empty if the command has no key. `own` are the keys that it was registered with.
    [[nodiscard]] KeyList keysOf(const std::string& id, const KeyList& own) const;

    /// What keysOf would be had the user changed nothing.
    [[nodiscard]] KeyList presetOf(const std::string& id, const KeyList& own) const;

    [[nodiscard]] bool isChanged(const std::string& id) const;

    void set(const std::string& id, const KeyList& keys);
    void reset(const std::string& id);
    void resetAll();

    [[nodiscard]] ViewKeys viewKeys() const;

private:
    QString m_name;
    QHash<QString, KeyList> m_changes;
};

/// "Ctrl+Y; Ctrl+Shift+Z" as settings and commands write it.
[[nodiscard]] KeyList keysFromText(const QString& text);

/// The keys of a view command as a list, for keysOf.
[[nodiscard]] KeyList usualKeys(const ViewKeyInfo& info);
} // namespace editor
