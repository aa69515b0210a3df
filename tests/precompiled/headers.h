#pragma once

// What nearly every test reads and nobody here edits; precompiled once for all of them. Headers of
// ours stay out: to touch one would compile every test.
#include <QtTest>

#include <fmt/format.h>
#include <glm/glm.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <ranges>
#include <span>
#include <string>
#include <variant>
#include <vector>
