#include "editor/panels/level/lighting_panel.h"

#include "editor/panels/level/calculate_light.h"
#include "engine_core/scene/components/scene_settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace editor
{
LightingPanel::LightingPanel(EditorContext& context, QWidget* parent)
    : QWidget{parent}, m_context{context}
{
    setObjectName(QStringLiteral("lighting"));
    setAccessibleName(tr("Lighting"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(12);
    makeFields(layout);
    makeFollowing(layout);
    makeProgress(layout);
    makeButtons(layout);
    makeResult(layout);
    layout->addStretch();

    connect(m_quality, &QComboBox::currentIndexChanged, this, &LightingPanel::showQuality);
    m_quality->setCurrentIndex(2);
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &LightingPanel::refresh);
    m_timer.start();
    m_connections += context.document().reset.connect([this] { forget(); });
    m_connections += context.document().stateChanged.connect([this] { forgetWhatIsUndone(); });
    refresh();
}

void LightingPanel::makeFields(QVBoxLayout* layout)
{
    auto* form = new QFormLayout;
    m_quality = new QComboBox{this};
    m_quality->addItem(tr("Draft"), static_cast<int>(engine::BakeQuality::Draft));
    m_quality->addItem(tr("Preview"), static_cast<int>(engine::BakeQuality::Preview));
    m_quality->addItem(tr("Final"), static_cast<int>(engine::BakeQuality::Final));
    m_quality->setToolTip(
        tr("Draft: a quarter of the density, one bounce. Preview: half of it, two bounces. "
           "Final: as the scene's settings say."));
    m_quality->setAccessibleName(tr("Quality"));
    form->addRow(tr("Quality"), m_quality);
    m_bounces = new QSpinBox{this};
    m_bounces->setRange(0, 16);
    m_bounces->setToolTip(tr("How often light is thrown back by the faces it meets."));
    m_bounces->setAccessibleName(tr("Bounces"));
    form->addRow(tr("Bounces"), m_bounces);
    m_samples = new QSpinBox{this};
    m_samples->setRange(1, 4096);
    m_samples->setAccessibleName(tr("Rays"));
    form->addRow(tr("Rays"), m_samples);
    layout->addLayout(form);
}

void LightingPanel::makeProgress(QVBoxLayout* layout)
{
    m_progress = new QProgressBar{this};
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setFormat(QStringLiteral("%p %"));
    m_progress->setValue(0);
    auto policy = m_progress->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // or the buttons would jump
    m_progress->setSizePolicy(policy);
    layout->addWidget(m_progress);
}

/// Below the buttons, which stay where they are however long the text is.
void LightingPanel::makeResult(QVBoxLayout* layout)
{
    m_result = new QLabel{this};
    m_result->setObjectName(QStringLiteral("bakeResult"));
    m_result->setWordWrap(true);
    m_result->setProperty("muted", true);
    layout->addWidget(m_result);
}

void LightingPanel::makeButtons(QVBoxLayout* layout)
{
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    m_stop = new QPushButton{tr("Stop"), this};
    m_stop->setObjectName(QStringLiteral("bakeStop"));
    m_bake = new QPushButton{tr("Bake"), this};
    m_bake->setObjectName(QStringLiteral("bakeStart"));
    m_bake->setProperty("primary", true);
    setFocusProxy(m_bake);
    m_bake->setToolTip(
        tr("Bakes the faces whose light is out of date; all of them if the scene was "
           "baked in another quality."));
    m_bakeAll = new QPushButton{tr("Bake all"), this};
    m_bakeAll->setObjectName(QStringLiteral("bakeAll"));
    m_bakeAll->setToolTip(tr("Bakes the light of all faces anew."));
    buttons->addWidget(m_stop);
    buttons->addWidget(m_bakeAll);
    buttons->addWidget(m_bake);
    layout->addLayout(buttons);
    connect(m_bake, &QPushButton::clicked, this, [this] { bake(Workspace::BakeScope::Stale); });
    connect(m_bakeAll, &QPushButton::clicked, this, [this] { bake(Workspace::BakeScope::All); });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (m_job)
            m_job->cancel();
    });
}

engine::SceneSettings LightingPanel::settings() const
{
    const auto* settings =
        m_context.document().world().get<engine::SceneSettings>(engine::SceneEntity);
    return settings != nullptr ? *settings : engine::SceneSettings{};
}

engine::BakeQuality LightingPanel::quality() const
{
    return static_cast<engine::BakeQuality>(m_quality->currentData().toInt());
}

void LightingPanel::showQuality()
{
    m_shown = settings();
    switch (quality()) {
    case engine::BakeQuality::Draft:
        m_bounces->setValue(1);
        m_samples->setValue(16);
        break;
    case engine::BakeQuality::Preview:
        m_bounces->setValue(2);
        m_samples->setValue(32);
        break;
    case engine::BakeQuality::Final:
        m_bounces->setValue(m_shown.lightBounces);
        m_samples->setValue(m_shown.lightSamples);
        break;
    }
}

void LightingPanel::makeFollowing(QVBoxLayout* layout)
{
    auto& workspace = m_context.workspace();
    auto* follows = new QCheckBox{tr("Bake as I work"), this};
    follows->setObjectName(QStringLiteral("bakeAsIWork"));
    follows->setToolTip(tr("After an edit the light that it can have altered is baked in the "
                           "background and shown. Bake keeps it."));
    follows->setChecked(workspace.followsLight());
    connect(follows, &QCheckBox::toggled, this,
            [&workspace](bool on) { workspace.setFollowsLight(on); });
    m_connections += workspace.followsLightChanged.connect(
        [follows, &workspace] { follows->setChecked(workspace.followsLight()); });
    m_estimate = new QPushButton{tr("Estimate"), this};
    m_estimate->setObjectName(QStringLiteral("bakeEstimate"));
    m_estimate->setToolTip(
        tr("Says from a short trial how long a bake of all faces takes, and how much memory."));
    connect(m_estimate, &QPushButton::clicked, this, &LightingPanel::estimate);
    auto* row = new QHBoxLayout;
    row->addWidget(follows);
    row->addStretch();
    row->addWidget(m_estimate);
    layout->addLayout(row);
}

engine::BakeOptions LightingPanel::options() const
{
    engine::BakeOptions options;
    options.quality = quality();
    options.bounces = m_bounces->value();
    // A number of rays would say more than the noise target of the scene.
    const bool isOwn = options.quality != engine::BakeQuality::Final ||
                       (m_samples->value() != settings().lightSamples && !hasNoiseTarget());
    options.samples = isOwn ? m_samples->value() : 0;
    return options;
}

/// Whether the scene says how smooth the light becomes, instead of with how many rays.
bool LightingPanel::hasNoiseTarget() const
{
    return quality() == engine::BakeQuality::Final && settings().lightNoise > 0;
}

/// From a short trial on a worker; bakes nothing.
void LightingPanel::estimate()
{
    m_bakedState = 0;
    m_result->setText(tr("Estimating..."));
    auto input = std::make_shared<engine::BakeInput>(
        collectBakeInput(m_context.document().world(), m_context.assets()));
    const auto found = std::make_shared<std::optional<engine::Result<engine::BakeEstimate>>>();
    const auto number = ++m_estimates;
    m_estimating = m_context.workspace().jobs().start(
        "Estimating the bake",
        [input, found, options = options()](engine::JobControl& control) {
            found->emplace(estimateBake(*input, options, control));
        },
        [self = QPointer<LightingPanel>{this}, found, number] {
            if (!self || !self->m_estimating || self->m_estimates != number)
                return; // it was given up, and another one may be under way
            self->m_estimating.reset();
            if (!found->has_value())
                return self->m_result->clear();
            const auto& outcome = **found;
            const auto text = outcome ? "Bake all takes " + estimateText(*outcome) + "."
                                      : outcome.error().message();
            self->m_result->setText(QString::fromStdString(text));
            self->refresh();
        });
    refresh();
}

void LightingPanel::stopEstimating()
{
    if (auto estimating = std::exchange(m_estimating, nullptr))
        estimating->cancel();
}

void LightingPanel::bake(Workspace::BakeScope scope)
{
    stopEstimating(); // it would write over what the bake tells, and slow it down
    m_result->clear();
    m_bakedState = 0;
    // The panel may be gone when the bake ends.
    m_job = calculateLight(
        m_context, options(),
        [self = QPointer<LightingPanel>{this}](const auto& outcome) {
            if (self)
                self->finished(outcome);
        },
        scope);
    refresh();
    if (m_job)
        Q_EMIT bakeBegan();
}

void LightingPanel::finished(const engine::Result<engine::BakeStats>& outcome)
{
    m_job.reset();
    const auto& history = m_context.document().history();
    m_bakedState = outcome && history.canUndo() ? history.stateId() : 0;
    m_progress->setValue(outcome ? 1000 : 0);
    m_result->setText(outcome ? tr("Done: %1. Undo brings the old light back.")
                                    .arg(QString::fromStdString(whatWasBaked(*outcome)))
                              : QString::fromStdString(outcome.error().message()));
    refresh();
    Q_EMIT bakeEnded(outcome.hasValue());
}

/// What it showed was about the scene that is no longer open.
void LightingPanel::forget()
{
    const bool wasBaking = std::exchange(m_job, nullptr) != nullptr; // stopped with its scene
    m_bakedState = 0;
    stopEstimating();
    m_result->clear();
    m_progress->setValue(0);
    refresh();
    if (wasBaking)
        Q_EMIT bakeEnded(false);
}

void LightingPanel::forgetWhatIsUndone()
{
    if (m_bakedState == 0)
        return;
    const auto& history = m_context.document().history();
    const auto& steps = history.entries();
    const auto done = steps.begin() + static_cast<std::ptrdiff_t>(history.position());
    if (std::none_of(steps.begin(), done,
                     [this](const HistoryEntry& step) { return step.id == m_bakedState; }))
        forget();
}

void LightingPanel::showNoiseTarget()
{
    const bool isReplaced = hasNoiseTarget();
    if (isReplaced)
        m_samples->setValue(m_shown.lightSamples);
    m_samples->setEnabled(!isReplaced);
    m_samples->setToolTip(
        isReplaced
            ? tr("The scene's <b>Noise target</b> (%1 %) takes the place of a number of rays. Its "
                 "settings show it when nothing is selected.")
                  .arg(static_cast<double>(m_shown.lightNoise))
            : tr("Rays for each texel of the lightmap and bounce: more is smoother and slower."));
}

void LightingPanel::refresh()
{
    const auto scene = settings(); // another scene, or edited
    const bool isOther =
        scene.lightBounces != m_shown.lightBounces || scene.lightSamples != m_shown.lightSamples;
    m_shown = scene;
    if (isOther && quality() == engine::BakeQuality::Final) // the others have numbers of their own
        showQuality();
    const bool running = m_context.workspace().isBaking();
    m_bake->setEnabled(!running);
    m_bakeAll->setEnabled(!running);
    m_estimate->setEnabled(!running && !m_estimating);
    showNoiseTarget();
    m_stop->setEnabled(running && m_job != nullptr);
    m_progress->setVisible(m_job != nullptr); // an empty one looks like a field
    if (m_job)
        m_progress->setValue(static_cast<int>(m_job->progress() * 1000));
}
} // namespace editor
