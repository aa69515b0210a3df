#pragma once

#include <QtTest>

#include <cmath>

/// QVERIFY for a number that is off by less than `by`: prints what it is.
#define QNEAR(actual, expected, by)                                                                \
    do {                                                                                           \
        const double is = (actual);                                                                \
        QVERIFY2(std::abs(is - (expected)) < (by), qPrintable(QString::number(is)));               \
    } while (false)
