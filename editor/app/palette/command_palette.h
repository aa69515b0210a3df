#pragma once

#include <QFrame>
#include <QIcon>
#include <QString>

#include <functional>
#include <vector>

class QLineEdit;
class QListView;

namespace editor
{
class PaletteModel;

/// One thing that can be found by typing.
struct PaletteItem
{
    QString label;       ///< what is matched and shown first
    QString detail;      ///< menu, kind or place; matched, too, but counts less
    QString keys;        ///< its shortcut
    QString whyDisabled; ///< not empty: it is shown with this reason and cannot be chosen
    QIcon icon;
    std::function<void()> run;
};

/// A search field with a list below it, over the top of the window. It shows commands, or what can
/// be gone to; a ">" before the text means commands. Enter runs the chosen entry, Esc closes.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    enum class Mode
    {
        Commands,
        GoTo
    };

    using Source = std::function<std::vector<PaletteItem>()>;

    CommandPalette(Source commands, Source places, QWidget* window);

    void open(Mode mode);

    /// What is shown now, best first.
    [[nodiscard]] const PaletteItem& item(int row) const;
    [[nodiscard]] int count() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void load(Mode mode);
    void filter();
    void choose();
    void place();

    Source m_commands;
    Source m_places;
    Mode m_mode = Mode::Commands;
    QLineEdit* m_edit = nullptr;
    QListView* m_list = nullptr;
    PaletteModel* m_model = nullptr;
};
} // namespace editor
