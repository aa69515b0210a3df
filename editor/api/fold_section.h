#pragma once

#include "engine_core/reflect/type_info.h"

#include <QWidget>

class QCheckBox;

namespace editor
{
/// A heading that folds and unfolds what stands below it, and remembers that from one start to the
/// next.
class FoldSection final : public QWidget
{
    Q_OBJECT

public:
    enum class Usual
    {
        Open,
        Folded
    };

    /// `key`: what it is remembered by, such as "foliage_type.Slope"; `usual` counts until somebody
    /// has folded it or unfolded it.
    FoldSection(const QString& key, const QString& title, Usual usual, QWidget* parent);

    /// For a layout with what it shows.
    [[nodiscard]] QWidget* body() const { return m_body; }

    [[nodiscard]] bool isFolded() const;

    /// Remembered, too.
    void setFolded(bool folded);

private:
    void show(bool folded);

    QString m_key;
    QCheckBox* m_header = nullptr; ///< checked while it is open
    QWidget* m_body = nullptr;
};

/// For properties of a component under one of its headings. `place`: of the heading among them; the
/// first two hold what people come for and are open until somebody folds them.
[[nodiscard]] FoldSection* makeFoldSection(const engine::TypeInfo& type,
                                           const std::string& title,
                                           std::size_t place,
                                           QWidget* parent);
} // namespace editor
