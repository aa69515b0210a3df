#include "editor/panels/gui/gui_item.h"
#include "editor/views/theme.h"

#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

#include <cmath>

namespace editor
{
namespace
{
QString textOf(const GuiNode& node)
{
    return QString::fromStdString(node.label);
}

class GuiLabel final : public GuiItem
{
public:
    GuiLabel(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_text = new QLabel{parent};
        m_text->setTextFormat(Qt::PlainText);
        m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_text->setWordWrap(node.kind == GuiKind::Help || node.kind == GuiKind::Warning);
        m_text->setProperty("sectionTitle", node.kind == GuiKind::Title);
        m_text->setProperty("muted", node.kind == GuiKind::Help);
        if (node.kind == GuiKind::Warning)
            m_text->setStyleSheet(
                QStringLiteral("color: %1").arg(themeColor(ColorRole::Warning).name()));
        setWidget(m_text);
    }

protected:
    void update(const GuiNode& node) override
    {
        if (m_text->text() != textOf(node))
            m_text->setText(textOf(node));
    }

private:
    QLabel* m_text = nullptr;
};

class GuiButton final : public GuiItem
{
public:
    GuiButton(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        auto* button = new QPushButton{textOf(node), parent};
        button->setAutoDefault(false);
        QObject::connect(button, &QPushButton::clicked, button, [this] { send({true}); });
        setWidget(button);
    }

protected:
    void update(const GuiNode&) override {}
};

class GuiFold final : public GuiItem
{
public:
    GuiFold(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_button = new QToolButton{parent};
        m_button->setText(textOf(node));
        m_button->setCheckable(true);
        m_button->setAutoRaise(true);
        m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        QObject::connect(m_button, &QToolButton::clicked, m_button,
                         [this](bool open) { send({open}); });
        setWidget(m_button);
    }

protected:
    void update(const GuiNode& node) override
    {
        const auto* open = node.value.as<bool>();
        const bool isOpen = open != nullptr && *open;
        m_button->setChecked(isOpen);
        m_button->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    }

private:
    QToolButton* m_button = nullptr;
};

class GuiTabs final : public GuiItem
{
public:
    GuiTabs(GuiContext& context, const GuiNode&, QWidget* parent) : GuiItem{context}
    {
        m_bar = new QTabBar{parent};
        m_bar->setExpanding(false);
        m_bar->setDrawBase(false);
        QObject::connect(m_bar, &QTabBar::currentChanged, m_bar, [this](int page) {
            if (!m_isShowing && page >= 0)
                send({std::int64_t{page}});
        });
        setWidget(m_bar);
    }

protected:
    void update(const GuiNode& node) override
    {
        m_isShowing = true;
        const auto count = static_cast<int>(node.items.size());
        while (m_bar->count() > count)
            m_bar->removeTab(m_bar->count() - 1);
        for (int i = 0; i < count; ++i) {
            const auto text = QString::fromStdString(node.items[static_cast<std::size_t>(i)]);
            if (i < m_bar->count())
                m_bar->setTabText(i, text);
            else
                m_bar->addTab(text);
        }
        if (const auto* page = node.value.as<std::int64_t>())
            m_bar->setCurrentIndex(static_cast<int>(*page));
        m_isShowing = false;
    }

private:
    QTabBar* m_bar = nullptr;
    bool m_isShowing = false;
};

class GuiProgress final : public GuiItem
{
public:
    GuiProgress(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_bar = new QProgressBar{parent};
        m_bar->setRange(0, 1000);
        m_bar->setFormat(QStringLiteral("%p %"));
        setWidget(m_bar, textOf(node));
    }

protected:
    void update(const GuiNode& node) override
    {
        if (const auto* part = node.value.as<double>())
            m_bar->setValue(static_cast<int>(std::lround(*part * 1000)));
    }

private:
    QProgressBar* m_bar = nullptr;
};

class GuiImage final : public GuiItem
{
public:
    GuiImage(GuiContext& context, const GuiNode&, QWidget* parent) : GuiItem{context}
    {
        m_picture = new QLabel{parent};
        setWidget(m_picture);
    }

protected:
    void update(const GuiNode& node) override
    {
        const auto* asset = node.value.as<engine::AssetPath>();
        if (asset == nullptr || (asset->path == m_shown && node.size == m_height))
            return;
        m_shown = asset->path;
        m_height = node.size;
        const auto file = context().editor.assets().fileOf(engine::AssetKind::Texture, asset->path);
        const QPixmap picture = file ? QPixmap{QString::fromStdString(file->string())} : QPixmap{};
        if (picture.isNull())
            m_picture->setText(
                QObject::tr("There is no picture '%1'").arg(QString::fromStdString(m_shown)));
        else
            m_picture->setPixmap(picture.scaledToHeight(m_height, Qt::SmoothTransformation));
    }

private:
    QLabel* m_picture = nullptr;
    std::string m_shown;
    int m_height = 0;
};

/// A line, or nothing but room.
class GuiGap final : public GuiItem
{
public:
    GuiGap(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        auto* frame = new QFrame{parent};
        if (node.kind == GuiKind::Separator)
            frame->setFrameShape(QFrame::HLine);
        setWidget(frame);
    }

protected:
    void update(const GuiNode& node) override
    {
        if (node.kind == GuiKind::Space)
            widget()->setFixedHeight(node.size);
    }
};
} // namespace

std::unique_ptr<GuiItem> makeGuiText(GuiContext& context, const GuiNode& node, QWidget* parent)
{
    switch (node.kind) {
    case GuiKind::Label:
    case GuiKind::Title:
    case GuiKind::Help:
    case GuiKind::Warning:
        return std::make_unique<GuiLabel>(context, node, parent);
    case GuiKind::Button:
        return std::make_unique<GuiButton>(context, node, parent);
    case GuiKind::Fold:
        return std::make_unique<GuiFold>(context, node, parent);
    case GuiKind::Tabs:
        return std::make_unique<GuiTabs>(context, node, parent);
    case GuiKind::Progress:
        return std::make_unique<GuiProgress>(context, node, parent);
    case GuiKind::Image:
        return std::make_unique<GuiImage>(context, node, parent);
    case GuiKind::Separator:
    case GuiKind::Space:
        return std::make_unique<GuiGap>(context, node, parent);
    default:
        return nullptr;
    }
}
} // namespace editor
