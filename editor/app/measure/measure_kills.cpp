#include "editor/app/measure/measure_kills.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "engine_core/scene/components/brush_component.h"

#include <QAction>
#include <QApplication>
#include <QPushButton>
#include <QSettings>
#include <QTimer>

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <random>
#include <vector>

namespace editor
{
namespace
{
using engine::ContentHash;
using engine::Result;

constexpr int MostSteps = 5000;
constexpr std::size_t MostBrushes = 60; ///< so that every step takes about as long
constexpr double AutosaveSeconds = 0.3;
constexpr int StuckMilliseconds = 3000;

void say(const char* what, ContentHash hash)
{
    std::printf("%s %s\n", what, engine::hashToText(hash).c_str());
    std::fflush(stdout);
}

/// Somebody at the editor who does this and that.
class Hand
{
public:
    Hand(MainWindow& window, std::uint32_t seed)
        : m_window{window}, m_document{window.context().document()}, m_random{seed}
    {
        remember();
    }

    void act()
    {
        switch (pick(12)) {
        case 0:
            return save();
        case 1:
            return travel(-1);
        case 2:
            return travel(1);
        case 3:
            return erase();
        case 4:
        case 5:
        case 6:
            return drag();
        default:
            return build();
        }
    }

private:
    [[nodiscard]] int pick(int count)
    {
        return std::uniform_int_distribution{0, count - 1}(m_random);
    }

    [[nodiscard]] double anywhere() { return std::uniform_real_distribution{-8.0, 8.0}(m_random); }

    [[nodiscard]] std::vector<EntityId> brushes() const
    {
        std::vector<EntityId> all;
        m_document.world().forEach<engine::BrushComponent>(
            [&](EntityId entity, const engine::BrushComponent&) { all.push_back(entity); });
        return all;
    }

    /// What each state of the history holds, by its name.
    void remember() { m_hashes[m_document.history().stateId()] = m_document.contentHash(); }

    /// One step, announced before it is one.
    void step(const std::string& label, const std::function<Result<void>(Transaction&)>& edit)
    {
        auto transaction = m_document.begin(label);
        if (!transaction.replace(edit))
            return;
        // What a drag does: the views show it, and it is taken back and done anew.
        for (int i = pick(4); i > 0; --i)
            QCoreApplication::processEvents();
        say("will", m_document.contentHash());
        transaction.commit();
        remember();
        say("done", m_document.contentHash());
    }

    void build()
    {
        if (brushes().size() >= MostBrushes)
            return erase();
        const engine::Vec3d at{anywhere(), anywhere(), anywhere()};
        step("Build", [&](Transaction& edit) -> Result<void> {
            const auto made = createBox(edit, engine::Aabb{at, at + engine::Vec3d{1, 2, 3}});
            return made ? Result<void>{} : Result<void>{made.error()};
        });
    }

    void drag()
    {
        const auto all = brushes();
        if (all.empty())
            return build();
        const std::array one{all[static_cast<std::size_t>(pick(static_cast<int>(all.size())))]};
        const engine::Vec3d by{anywhere(), anywhere(), anywhere()};
        step("Drag", [&](Transaction& edit) { return translate(edit, one, by); });
    }

    void erase()
    {
        const auto all = brushes();
        if (all.size() < 4)
            return build();
        const auto one = all[static_cast<std::size_t>(pick(static_cast<int>(all.size())))];
        step("Erase", [&](Transaction& edit) -> Result<void> {
            edit.destroy(one);
            return {};
        });
    }

    /// Undo or redo, where it is known what that brings back.
    void travel(int by)
    {
        const auto& history = m_document.history();
        const auto& entries = history.entries();
        if (by < 0 ? history.position() < 2 : !history.canRedo())
            return build();
        const auto at = by < 0 ? history.position() - 2 : history.position();
        const auto known = m_hashes.find(entries[at].id);
        if (known == m_hashes.end())
            return build();
        say("will", known->second);
        if (by < 0)
            m_document.undo();
        else
            m_document.redo();
        say("done", m_document.contentHash());
    }

    void save()
    {
        say("saving", m_document.contentHash());
        m_window.actions().find("file.save")->trigger();
    }

    MainWindow& m_window;
    Document& m_document;
    std::mt19937 m_random;
    std::map<std::uint64_t, ContentHash> m_hashes;
};

/// Presses Recover. A dialog that stays open all the same is none that we know.
void answerDialogs(QTimer& timer)
{
    QObject::connect(&timer, &QTimer::timeout, [waited = 0]() mutable {
        auto* dialog = QApplication::activeModalWidget();
        waited = dialog != nullptr ? waited + 10 : 0;
        if (dialog == nullptr)
            return;
        if (auto* recover = dialog->findChild<QPushButton*>(QStringLiteral("recoveryRecover")))
            return recover->click();
        if (waited < StuckMilliseconds)
            return;
        std::fprintf(stderr, "mapwright: '%s' stands in the way\n",
                     qPrintable(dialog->objectName() + QLatin1Char{' '} + dialog->windowTitle()));
        std::_Exit(6);
    });
    timer.start(10);
}
} // namespace

int measureKills(int& argc, char** argv, const engine::fs::path& project, std::uint32_t seed)
{
    prepareQt();
    QApplication application{argc, argv};
    prepareApplication();
    QSettings{}.setValue(QStringLiteral("autosaveSeconds"), AutosaveSeconds);
    const auto window = openEditor(project);
    if (!window) {
        std::fprintf(stderr, "mapwright: %s\n", window.error().message().c_str());
        return 3;
    }
    auto& editor = **window;
    QTimer dialogs;
    answerDialogs(dialogs);
    editor.offerRecovery();
    say("open", editor.context().document().contentHash());
    Hand hand{editor, seed};
    for (int i = 0; i < MostSteps; ++i) {
        hand.act();
        QCoreApplication::processEvents();
    }
    return 0;
}
} // namespace editor
