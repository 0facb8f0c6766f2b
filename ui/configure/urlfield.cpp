// SPDX-License-Identifier: GPL-3.0-or-later
#include "configure/urlfield.h"

#include "spillway/providers.h"
#include "widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QScopedPointer>
#include <QToolButton>

namespace spillway::ui {

bool hasPlainKey(const QString &url)
{
    const std::string key = detectUrl(url.toStdString()).key;
    return !key.empty() && key.find('$') == std::string::npos;
}

UrlField::UrlField(QWidget *parent)
    : QLineEdit(parent)
    , m_paste(new QToolButton(parent))
    , m_reveal(new QToolButton(parent))
{
    setLayoutDirection(Qt::LeftToRight);
    setInputMethodHints(Qt::ImhUrlCharactersOnly | Qt::ImhNoPredictiveText);
    setMaxLength(4096);
    m_paste->setIcon(Theme::instance().icon(QStringLiteral("paste")));
    m_paste->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_reveal->setIcon(Theme::instance().icon(QStringLiteral("eye")));
    m_reveal->setCheckable(true);
    retranslate();
    connect(m_paste, &QToolButton::clicked, this, &UrlField::pasteFromClipboard);
    connect(m_reveal, &QToolButton::toggled, this, [this](bool on) {
        m_reveal->setIcon(
            Theme::instance().icon(on ? QStringLiteral("eye-off") : QStringLiteral("eye")));
        m_typing = false;
        show();
    });
    connect(this, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_typing = true;
        m_url = text;
        Q_EMIT edited(m_url, false);
    });
}

void UrlField::retranslate()
{
    m_paste->setToolTip(tr("Paste an address from the clipboard"));
    m_paste->setAccessibleName(tr("Paste address"));
    m_reveal->setToolTip(tr("Show the key"));
    m_reveal->setAccessibleName(tr("Show the key"));
    setPlaceholderText(tr("Paste the address or key"));
}

void UrlField::setUrl(const QString &url)
{
    if (url == m_url && !m_typing)
        return show();
    if (url == m_url)
        return;
    m_url = url;
    m_typing = false;
    m_reveal->setChecked(false);
    show();
}

void UrlField::show()
{
    const bool secret = hasPlainKey(m_url);
    m_masked = secret && !m_reveal->isChecked() && !m_typing;
    m_reveal->setEnabled(secret);
    setReadOnly(m_masked);
    const QString shown = m_masked ? QString::fromStdString(maskedUrl(m_url.toStdString())) : m_url;
    if (text() != shown)
        setText(shown);
    if (m_masked || !hasFocus())
        setCursorPosition(0);
}

void UrlField::take(const QString &text)
{
    const QString line =
        text.trimmed().section(QLatin1Char('\n'), 0, 0).trimmed().left(maxLength());
    if (line.isEmpty())
        return;
    m_url = line;
    m_typing = false;
    show();
    Q_EMIT edited(m_url, true);
}

void UrlField::pasteFromClipboard()
{
    take(QApplication::clipboard()->text());
    setFocus(Qt::OtherFocusReason);
}

void UrlField::keyPressEvent(QKeyEvent *event)
{
    const bool whole = m_masked || text().isEmpty() || selectedText() == text();
    if (event->matches(QKeySequence::Paste) && whole)
        return pasteFromClipboard();
    if (m_masked && (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)) {
        m_url.clear();
        m_typing = true;
        show();
        Q_EMIT edited(m_url, false);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void UrlField::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    m_typing = false;
    show();
}

void UrlField::contextMenuEvent(QContextMenuEvent *event)
{
    const QScopedPointer<QMenu> menu(createStandardContextMenu());
    if (m_masked) {
        menu->clear();
        menu->addAction(tr("&Paste another address"), this, &UrlField::pasteFromClipboard);
        menu->addAction(tr("&Show the key"), m_reveal, [this] { m_reveal->setChecked(true); });
    }
    menu->exec(event->globalPos());
}

void UrlField::dropEvent(QDropEvent *event)
{
    take(event->mimeData()->text());
    event->acceptProposedAction();
}

} // namespace spillway::ui
