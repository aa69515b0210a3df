#pragma once

#include "engine_core/base/result.h"

#include <QtTest>

/// QVERIFY for a Result: prints its error.
#define VERIFY_OK(...)                                                                             \
    do {                                                                                           \
        const auto& verifiedResult = (__VA_ARGS__);                                                \
        const bool isOk = static_cast<bool>(verifiedResult);                                       \
        QVERIFY2(isOk, isOk ? "" : verifiedResult.error().message().c_str());                      \
    } while (false)
