#pragma once

#include "engine_core/base/files/files.h"

#include <QFrame>

class QGridLayout;
class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QVBoxLayout;

namespace editor
{
class PictureMaker;
struct SampleProject;

/// What the first start shows instead of a level: samples and recent projects with pictures, new
/// projects, opening, and the guided tour. Only asks; the window does what is asked for. Pictures
/// that are missing or old are made while it is shown.
class StartPage : public QFrame
{
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent);

    /// Reads the samples and the list of recent projects anew.
    void refresh();

    /// Such as what is being copied just now; nothing if empty.
    void showNote(const QString& text);

    [[nodiscard]] PictureMaker& pictures() { return *m_pictures; }

Q_SIGNALS:
    void projectWanted(const QString& folder);
    void sampleWanted(const QString& id); ///< the user's copy of it
    void newProjectWanted(const QString& templateName);
    void folderWanted();
    void tourWanted();
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QWidget* makeActions();
    [[nodiscard]] QWidget* makeProjects();
    void makeSample(const SampleProject& sample, QWidget* parent);
    void arrangeSamples(int columns);
    [[nodiscard]] QListWidget* makeRecent(QWidget* parent);
    void refreshSamples();
    void tellApart();
    void addRecent(const engine::fs::path& folder);
    void showPicture(const engine::fs::path& project);
    QPushButton* addButton(QVBoxLayout& layout,
                           const QString& icon,
                           const QString& label,
                           const QString& tooltip,
                           const char* name);

    struct SampleCard
    {
        std::string id;
        QWidget* card = nullptr;
        QLabel* picture = nullptr;
        QLabel* place = nullptr;
    };

    std::vector<SampleCard> m_samples;
    QGridLayout* m_sampleGrid = nullptr; ///< as many side by side as there is room for
    QListWidget* m_recent = nullptr;
    QLabel* m_note = nullptr;
    PictureMaker* m_pictures = nullptr;
};
} // namespace editor
