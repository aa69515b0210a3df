#include "editor/app/cli/junit.h"

#include <QByteArray>
#include <QString>
#include <QXmlStreamWriter>

#include <algorithm>

namespace editor
{
std::string junitText(const std::string& suite, const std::vector<JUnitCase>& cases, double seconds)
{
    const auto failed = std::count_if(
        cases.begin(), cases.end(), [](const JUnitCase& each) { return each.failure.has_value(); });
    const auto name = QString::fromStdString(suite);
    QByteArray text;
    QXmlStreamWriter xml{&text};
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(QStringLiteral("testsuites"));
    xml.writeStartElement(QStringLiteral("testsuite"));
    xml.writeAttribute(QStringLiteral("name"), name);
    xml.writeAttribute(QStringLiteral("tests"), QString::number(cases.size()));
    xml.writeAttribute(QStringLiteral("failures"), QString::number(failed));
    xml.writeAttribute(QStringLiteral("errors"), QStringLiteral("0"));
    xml.writeAttribute(QStringLiteral("time"), QString::number(seconds, 'f', 3));
    for (const auto& each : cases) {
        xml.writeStartElement(QStringLiteral("testcase"));
        xml.writeAttribute(QStringLiteral("classname"), name);
        xml.writeAttribute(QStringLiteral("name"), QString::fromStdString(each.name));
        if (each.failure) {
            xml.writeStartElement(QStringLiteral("failure"));
            xml.writeAttribute(QStringLiteral("message"), QString::fromStdString(*each.failure));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }
    xml.writeEndDocument();
    return text.toStdString();
}
} // namespace editor
