#pragma once

#include <QtTest>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif
#include <QGuiApplication>

#include <string_view>

/// Tests of one module are one program (ADR 0026). Each is still run by itself, by its own name:
/// `bin/tst_x` is a link to the program that holds it.
namespace mapwright::test
{
using TestMain = int (*)(int argc, char** argv);

/// Adds a test to the program under the name of its source. A global of the test's source.
class RegisteredTest
{
public:
    RegisteredTest(std::string_view source, TestMain run);
};

template <typename Test>
int runTest(int argc, char** argv)
{
    Test test;
    return QTest::qExec(&test, argc, argv);
}

template <typename Test, typename Application>
int runTestIn(int argc, char** argv)
{
    Application application{argc, argv};
    application.setAttribute(Qt::AA_Use96Dpi);
    return runTest<Test>(argc, argv);
}

#ifdef QT_WIDGETS_LIB
using GuiTestApplication = QApplication;
#else
using GuiTestApplication = QGuiApplication;
#endif
} // namespace mapwright::test

/// A test with a main() of its own.
#define REGISTER_TEST(run) const mapwright::test::RegisteredTest registeredTest{__FILE__, run};

/// A test without an event loop.
#define PLAIN_TEST(Test) REGISTER_TEST(mapwright::test::runTest<Test>)
/// A test with an event loop.
#define CORE_TEST(Test) REGISTER_TEST((mapwright::test::runTestIn<Test, QCoreApplication>))
/// A test with widgets or pictures.
#define GUI_TEST(Test)                                                                             \
    REGISTER_TEST((mapwright::test::runTestIn<Test, mapwright::test::GuiTestApplication>))
