#include "editor/panels/level/light_card.h"

#include "engine_core/base/count_text.h"
#include "engine_core/base/thread_time.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace editor
{
using engine::countText;
using engine::Light;
using engine::LightReach;
using engine::LightWaste;

namespace
{
constexpr int RestMilliseconds = 150;
constexpr double WorkMilliseconds = 4; ///< of a turn
constexpr std::size_t BrushesAtOnce = 8;
/// Shadow rays of one core in a second, as the benchmark of bakes has them.
constexpr double RaysPerSecond = 12e6;

QString liveReason(const Light& light)
{
    if (!light.baked || isBaked(light))
        return {};
    if (!light.group.empty())
        return QWidget::tr("Live, not baked: scripts may switch its group.");
    if (light.style != engine::LightStyle::Steady)
        return QWidget::tr("Live, not baked: its style changes it.");
    return QWidget::tr("Not baked while it is off.");
}

QString costText(const Light& light, const LightReach& reach)
{
    if (!isBaked(light))
        return QWidget::tr("Costs no bake; in views some time for each pixel that it reaches");
    if (!(reach.shadowRays > 0))
        return QWidget::tr("Casts no shadows: costs next to nothing in a bake");
    const double seconds = reach.shadowRays / RaysPerSecond;
    const double digit = std::pow(10, std::floor(std::log10(reach.shadowRays)) - 1);
    const double roughly = std::round(reach.shadowRays / digit) * digit;
    const auto rays = reach.shadowRays >= 1e6
                          ? QWidget::tr("%1 million").arg(roughly / 1e6)
                          : QString::fromStdString(engine::numberText(
                                static_cast<std::size_t>(std::round(roughly))));
    return seconds < 0.1 ? QWidget::tr("Costs a final bake about %1 shadow rays, less than 0.1 s "
                                       "of one core")
                               .arg(rays)
                         : QWidget::tr("Costs a final bake about %1 shadow rays, %2 s of one core")
                               .arg(rays, QString::number(seconds, 'f', 1));
}

QLabel* addLabel(const char* name, const char* tone, QWidget* parent)
{
    auto* label = new QLabel{parent};
    label->setObjectName(QLatin1String{name});
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setProperty(tone, true);
    parent->layout()->addWidget(label);
    return label;
}
} // namespace

LightCard::LightCard(EditorApi& editor, Objects objects, QWidget* parent)
    : QFrame{parent}, m_editor{editor}, m_objects{std::move(objects)}
{
    setObjectName(QStringLiteral("lightCard"));
    setAccessibleName(tr("What the light reaches"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(4);
    m_waste = addLabel("lightWaste", "error", this);
    m_live = addLabel("lightLive", "muted", this);
    m_facts = addLabel("lightFacts", "muted", this);
    m_select = new QPushButton{tr("Select what it reaches"), this};
    m_select->setObjectName(QStringLiteral("selectReached"));
    m_select->setToolTip(tr("Selects the objects with faces that this light reaches."));
    layout->addWidget(m_select);
    connect(m_select, &QPushButton::clicked, this, &LightCard::selectReached);

    m_wait.setSingleShot(true);
    m_wait.setInterval(RestMilliseconds);
    connect(&m_wait, &QTimer::timeout, this, &LightCard::begin);
    m_turns.setInterval(0);
    connect(&m_turns, &QTimer::timeout, this, &LightCard::work);
    // Also what stands in its way may have changed.
    m_connections += editor.document().changed.connect([this](const auto&) { refresh(); });
    m_connections += editor.document().reset.connect([this] { refresh(); });
    refresh();
}

void LightCard::refresh()
{
    m_turns.stop();
    m_search.reset();
    const auto objects = m_objects();
    const auto shown = objects.size() == 1 ? objects.front() : EntityId{};
    const auto* light = m_editor.document().world().get<Light>(shown);
    setVisible(light != nullptr);
    if (light == nullptr) {
        m_wait.stop();
        return;
    }
    if (shown != m_shown) {
        m_reach.reset();
        m_waste->hide();
        m_facts->show();
        m_facts->setText(tr("Looking at what it reaches..."));
        m_select->setEnabled(false);
    }
    m_shown = shown;
    const auto live = liveReason(*light);
    m_live->setText(live);
    m_live->setVisible(!live.isEmpty());
    m_wait.start();
}

void LightCard::begin()
{
    const auto& document = m_editor.document();
    if (document.isInParts() || document.world().get<Light>(m_shown) == nullptr)
        return;
    m_search =
        std::make_unique<engine::LightReachSearch>(document.world(), document.index(), m_shown);
    m_turns.start();
}

void LightCard::work()
{
    if (!m_search || !m_share.take())
        return;
    const double start = engine::threadMilliseconds();
    while (!m_search->run(BrushesAtOnce))
        if (engine::threadMilliseconds() - start > WorkMilliseconds)
            return;
    m_turns.stop();
    show(m_search->reach());
    m_search.reset();
}

void LightCard::finishNow()
{
    if (m_wait.isActive()) {
        m_wait.stop();
        begin();
    }
    m_turns.stop();
    if (!m_search)
        return;
    while (!m_search->run(BrushesAtOnce)) {
    }
    show(m_search->reach());
    m_search.reset();
}

std::optional<LightReach> LightCard::reach() const
{
    return m_wait.isActive() || m_search ? std::nullopt : m_reach;
}

void LightCard::show(const LightReach& reach)
{
    m_reach = reach;
    const auto& world = m_editor.document().world();
    const auto& light = *world.get<Light>(m_shown);
    const bool isWasted = reach.waste != LightWaste::None;
    m_waste->setVisible(isWasted);
    if (isWasted)
        m_waste->setText(tr("Wasted: %1.").arg(QString::fromStdString(wasteText(world, reach))));
    const auto others =
        QString::fromStdString(countText(reach.overlaps, "other light", "other lights"));
    m_facts->setVisible(!isWasted);
    if (!isWasted)
        m_facts->setText(
            tr("Reaches %1 of %2, %3\nOverlaps %4\n%5")
                .arg(QString::fromStdString(countText(reach.faces, "face", "faces")),
                     QString::fromStdString(countText(reach.objects.size(), "object", "objects")),
                     QString::fromStdString(countText(
                         static_cast<std::size_t>(std::round(reach.luxels)), "texel", "texels")),
                     others, costText(light, reach)));
    m_select->setEnabled(!reach.objects.empty());
}

void LightCard::selectReached()
{
    if (!m_reach)
        return;
    auto objects = m_reach->objects; // the card shows something else when that is selected
    m_editor.document().selection().setMode(SelectionMode::Objects);
    m_editor.document().selection().set(std::move(objects));
}
} // namespace editor
