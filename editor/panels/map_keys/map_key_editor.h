#pragma once

#include "engine_core/interchange/game_data/game_classes.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace editor
{
/// What a game's files say of one key, and a field that fits its kind: a list of choices or names,
/// boxes for flags, a colour. Keys of other kinds are typed where they are listed.
class MapKeyEditor : public QWidget
{
    Q_OBJECT

public:
    explicit MapKeyEditor(QWidget* parent);

    /// A whole new value.
    std::function<void(const std::string& value)> edited;
    /// One flag of it.
    std::function<void(unsigned bit, bool isOn)> flagged;
    /// Whose names a target may have; asked when the list opens.
    std::function<std::vector<std::string>()> targets;

    /// Null: shows `help` alone, or nothing if that is empty. A value of nullopt is mixed.
    void
    show(const engine::GameKey* key, const std::optional<std::string>& value, const QString& help);

private:
    void build(const engine::GameKey& key);
    void dropField();
    [[nodiscard]] QWidget* makeChoices(const engine::GameKey& key);
    [[nodiscard]] QWidget* makeFlags(const engine::GameKey& key);
    [[nodiscard]] QWidget* makeColor(const engine::GameKey& key);
    [[nodiscard]] QWidget* makeTargets(const engine::GameKey& key);

    QLabel* m_title = nullptr;
    QLabel* m_help = nullptr;
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_field = nullptr; ///< of the shown key; may be null
    std::optional<engine::GameKey> m_key;
    std::function<void(const std::optional<std::string>& value)> m_showValue;
};

/// The value of a key with the colour in place of its first three numbers; more of them stay.
[[nodiscard]] std::string
withMapColor(const std::string& value, const QColor& color, bool areBytes);

/// The colour of the value's first three numbers; invalid if there are fewer.
[[nodiscard]] QColor mapColorOf(const std::string& value, bool areBytes);
} // namespace editor
