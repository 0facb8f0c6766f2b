// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bulletlist.h"

#include <QLabel>
#include <QResizeEvent>

#include <algorithm>

namespace spillway::ui {

BulletList::BulletList(int lines, QWidget *parent)
    : QScrollArea(parent)
    , m_label(new QLabel)
{
    m_label->setTextFormat(Qt::RichText);
    m_label->setWordWrap(true);
    m_label->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWidget(m_label);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    m_most = fontMetrics().height() * lines;
    setMaximumHeight(m_most);
}

/// As high as what it says, so that nothing is left empty below.
void BulletList::fit()
{
    if (viewport()->width() > 0)
        setFixedHeight(std::min(m_most, m_label->heightForWidth(viewport()->width())));
}

void BulletList::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

void BulletList::setItems(const QList<Item> &items)
{
    m_texts.clear();
    QString html = QStringLiteral("<ul style=\"margin-left: -20px\">");
    for (const Item &item : items) {
        m_texts.append(item.text);
        const QString text = item.text.toHtmlEscaped();
        html += item.strong ? QStringLiteral("<li><b>%1</b></li>").arg(text)
                            : QStringLiteral("<li>%1</li>").arg(text);
    }
    m_label->setText(html + QStringLiteral("</ul>"));
    setVisible(!items.isEmpty());
    fit();
}

void BulletList::setName(const QString &accessibleName)
{
    m_label->setAccessibleName(accessibleName);
}

QString BulletList::plainText() const
{
    return m_texts.join(QLatin1Char('\n'));
}

} // namespace spillway::ui
