// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settingsform.h"

#include "widgets/theme.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace spillway::ui {
namespace {

constexpr int kWidestLetters = 100;

/// Secondary text that follows the theme.
class Note final : public QLabel
{
public:
    explicit Note(const QString &text)
        : QLabel(text)
    {
        setWordWrap(true);
        setTextInteractionFlags(Qt::TextBrowserInteraction);
        setOpenExternalLinks(true);
        setFocusPolicy(Qt::NoFocus);
        restyle();
        connect(&Theme::instance(), &Theme::changed, this, &Note::restyle);
    }

private:
    void restyle()
    {
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, Theme::instance().muted());
        setPalette(colours);
    }
};

} // namespace

SettingsForm::SettingsForm(QWidget *parent)
    : QWidget(parent)
    , m_form(new QFormLayout)
{
    auto *row = new QHBoxLayout(this);
    auto *column = new QVBoxLayout;
    auto *middle = new QWidget;
    middle->setMaximumWidth(fontMetrics().averageCharWidth() * kWidestLetters);
    middle->setLayout(m_form);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    column->addWidget(middle);
    column->addStretch(1);
    row->addLayout(column, kWidestLetters);
    row->addStretch(1);
}

QLabel *SettingsForm::note(const QString &text) const
{
    return new Note(text);
}

void SettingsForm::addHeading(const QString &text)
{
    auto *label = new QLabel(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    if (!m_empty)
        label->setContentsMargins(0, fontMetrics().height(), 0, 0);
    m_empty = false;
    m_form->addRow(label);
}

void SettingsForm::addField(const QString &label, QWidget *field, const QString &explanation)
{
    m_form->addRow(label, field);
    if (field->accessibleName().isEmpty()) {
        QString plain = label;
        field->setAccessibleName(plain.remove(QLatin1Char('&')).remove(QLatin1Char(':')));
    }
    if (!explanation.isEmpty())
        m_form->addRow(QString(), note(explanation));
}

void SettingsForm::addField(const QString &label, QWidget *field, QWidget *below)
{
    addField(label, field);
    m_form->addRow(QString(), below);
}

void SettingsForm::addWide(QWidget *widget, const QString &explanation)
{
    if (qobject_cast<QAbstractButton *>(widget) != nullptr)
        widget->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_form->addRow(widget);
    if (!explanation.isEmpty())
        addNote(explanation);
}

QLabel *SettingsForm::addNote(const QString &text)
{
    QLabel *label = note(text);
    m_form->addRow(label);
    return label;
}

} // namespace spillway::ui
