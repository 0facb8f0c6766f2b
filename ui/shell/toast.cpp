// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/toast.h"

#include "widgets/paint.h"
#include "widgets/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <utility>

namespace spillway::ui {
namespace {

constexpr int kShownMs = 8000;

} // namespace

Toast::Toast(QWidget *parent)
    : QWidget(parent)
    , m_text(new QLabel)
    , m_undo(new QPushButton(tr("&Undo")))
{
    auto *row = new QHBoxLayout(this);
    const int gap = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    row->setContentsMargins(gap * 2, gap, gap * 2, gap);
    row->addWidget(m_text, 1);
    row->addWidget(m_undo);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_goSoon.setSingleShot(true);
    m_goSoon.setInterval(kShownMs);
    connect(&m_goSoon, &QTimer::timeout, this, [this] {
        if (underMouse() || m_undo->hasFocus())
            m_goSoon.start();
        else
            hide();
    });
    connect(m_undo, &QPushButton::clicked, this, [this] {
        hide();
        if (const auto undo = std::exchange(m_undoIt, nullptr))
            undo();
        else
            Q_EMIT undoRequested();
    });
    hide();
}

void Toast::showWithUndo(const QString &text, const std::function<void()> &undo)
{
    show(text, true);
    m_undoIt = undo;
}

void Toast::show(const QString &text, bool undoable)
{
    m_undoIt = nullptr;
    m_text->setText(text);
    m_undo->setVisible(undoable);
    setAccessibleName(text);
    setVisible(true);
    m_goSoon.start();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QString Toast::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void Toast::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    paint::box(painter,
               QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5),
               Theme::instance().card(),
               Theme::instance().border());
}

void Toast::enterEvent(QEnterEvent *event)
{
    m_goSoon.stop();
    QWidget::enterEvent(event);
}

void Toast::leaveEvent(QEvent *event)
{
    m_goSoon.start();
    QWidget::leaveEvent(event);
}

void Toast::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        m_undo->setText(tr("&Undo"));
    QWidget::changeEvent(event);
}

void Toast::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QWidget::keyPressEvent(event);
}

} // namespace spillway::ui
