#include "editor/panels/fields/asset_field.h"
#include "editor/panels/fields/color_button.h"
#include "editor/panels/fields/entity_field.h"
#include "editor/panels/gui/curve_field.h"
#include "editor/panels/gui/gui_item.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFocusEvent>
#include <QPlainTextEdit>
#include <QTimer>

namespace editor
{
namespace
{
template <typename T>
T valueOf(const GuiNode& node)
{
    const auto* value = node.value.as<T>();
    return value != nullptr ? *value : T{};
}

class GuiTextField final : public GuiItem
{
public:
    GuiTextField(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_field = new QLineEdit{parent};
        QObject::connect(m_field, &QLineEdit::editingFinished, m_field, [this] {
            if (!m_field->isModified())
                return;
            m_field->setModified(false);
            send({m_field->text().toStdString()});
        });
        setWidget(m_field, labelOf(node));
    }

protected:
    void update(const GuiNode& node) override
    {
        const auto text = QString::fromStdString(valueOf<std::string>(node));
        const bool isTyping = m_field->hasFocus() && m_field->isModified();
        if (!isTyping && m_field->text() != text)
            m_field->setText(text);
    }

private:
    QLineEdit* m_field = nullptr;
};

/// Tells when the user leaves it.
class TextEdit final : public QPlainTextEdit
{
public:
    using QPlainTextEdit::QPlainTextEdit;

    std::function<void()> left;

protected:
    void focusOutEvent(QFocusEvent* event) override
    {
        QPlainTextEdit::focusOutEvent(event);
        if (left && event->reason() != Qt::PopupFocusReason)
            left();
    }
};

/// Several lines; handed over a second after the last key, and when the field is left.
class GuiTextArea final : public GuiItem
{
public:
    GuiTextArea(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_field = new TextEdit{parent};
        m_field->setTabChangesFocus(true);
        m_field->left = [this] {
            if (m_timer->isActive())
                handOver();
        };
        m_timer = new QTimer{m_field};
        m_timer->setSingleShot(true);
        m_timer->setInterval(1000);
        QObject::connect(m_timer, &QTimer::timeout, m_field, [this] { handOver(); });
        QObject::connect(m_field, &QPlainTextEdit::textChanged, m_field, [this] {
            if (!m_isShowing)
                m_timer->start();
        });
        setWidget(m_field, labelOf(node));
    }

protected:
    void update(const GuiNode& node) override
    {
        const int line = m_field->fontMetrics().lineSpacing();
        m_field->setFixedHeight(line * std::max(1, node.size) + 14);
        const auto text = QString::fromStdString(valueOf<std::string>(node));
        if (m_timer->isActive() || m_field->toPlainText() == text)
            return;
        m_isShowing = true;
        m_field->setPlainText(text);
        m_isShowing = false;
    }

private:
    void handOver()
    {
        m_timer->stop();
        send({m_field->toPlainText().toStdString()});
    }

    TextEdit* m_field = nullptr;
    QTimer* m_timer = nullptr;
    bool m_isShowing = false;
};

class GuiCheck final : public GuiItem
{
public:
    GuiCheck(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_box = new QCheckBox{labelOf(node), parent};
        QObject::connect(m_box, &QCheckBox::clicked, m_box, [this](bool on) { send({on}); });
        setWidget(m_box);
    }

protected:
    void update(const GuiNode& node) override { m_box->setChecked(valueOf<bool>(node)); }

private:
    QCheckBox* m_box = nullptr;
};

class GuiChoice final : public GuiItem
{
public:
    GuiChoice(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_box = new QComboBox{parent};
        m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_box->setMinimumContentsLength(4);
        QObject::connect(m_box, &QComboBox::activated, m_box,
                         [this](int chosen) { send({std::int64_t{chosen}}); });
        setWidget(m_box, labelOf(node));
    }

protected:
    void update(const GuiNode& node) override
    {
        QStringList choices;
        for (const auto& item : node.items)
            choices << QString::fromStdString(item);
        if (choices != m_choices) {
            m_box->clear();
            m_box->addItems(choices);
            m_choices = choices;
        }
        m_box->setCurrentIndex(static_cast<int>(valueOf<std::int64_t>(node)));
    }

private:
    QComboBox* m_box = nullptr;
    QStringList m_choices;
};

class GuiColor final : public GuiItem
{
public:
    GuiColor(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_button = new ColorButton{parent};
        m_button->picked = [this](const engine::Color& color) {
            send({color});
        };
        setWidget(m_button, labelOf(node));
    }

protected:
    void update(const GuiNode& node) override { m_button->setColor(valueOf<engine::Color>(node)); }

private:
    ColorButton* m_button = nullptr;
};

class GuiAsset final : public GuiItem
{
public:
    GuiAsset(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_field = new AssetField{context.editor, node.assetKind, parent};
        m_field->picked = [this](const std::string& path) {
            send({engine::AssetPath{path}});
        };
        setWidget(m_field, labelOf(node));
    }

protected:
    void update(const GuiNode& node) override
    {
        m_field->setPath(valueOf<engine::AssetPath>(node).path);
    }

private:
    AssetField* m_field = nullptr;
};

class GuiEntity final : public GuiItem
{
public:
    GuiEntity(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_field = new EntityField{context.editor, parent};
        m_field->picked = [this](EntityId entity) {
            send({entity});
        };
        setWidget(m_field, labelOf(node));
    }

protected:
    void update(const GuiNode& node) override { m_field->setEntity(valueOf<EntityId>(node)); }

private:
    EntityField* m_field = nullptr;
};

class GuiCurve final : public GuiItem
{
public:
    GuiCurve(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_field = new CurveField{parent};
        m_field->edited = [this](const std::vector<engine::Vec2d>& points, GuiPhase phase) {
            std::vector<engine::Value> list;
            for (const auto& point : points)
                list.push_back({point});
            sendList(std::move(list), phase);
        };
        setWidget(m_field, labelOf(node));
    }

protected:
    void update(const GuiNode& node) override
    {
        std::vector<engine::Vec2d> points;
        for (const auto& each : node.list)
            if (const auto* point = each.as<engine::Vec2d>())
                points.push_back(*point);
        m_field->setPoints(points);
    }

private:
    CurveField* m_field = nullptr;
};
} // namespace

std::unique_ptr<GuiItem> makeGuiField(GuiContext& context, const GuiNode& node, QWidget* parent)
{
    switch (node.kind) {
    case GuiKind::Text:
        return std::make_unique<GuiTextField>(context, node, parent);
    case GuiKind::Lines:
        return std::make_unique<GuiTextArea>(context, node, parent);
    case GuiKind::Check:
        return std::make_unique<GuiCheck>(context, node, parent);
    case GuiKind::Choice:
        return std::make_unique<GuiChoice>(context, node, parent);
    case GuiKind::Color:
        return std::make_unique<GuiColor>(context, node, parent);
    case GuiKind::Asset:
        return std::make_unique<GuiAsset>(context, node, parent);
    case GuiKind::Entity:
        return std::make_unique<GuiEntity>(context, node, parent);
    case GuiKind::Curve:
        return std::make_unique<GuiCurve>(context, node, parent);
    default:
        return nullptr;
    }
}
} // namespace editor
