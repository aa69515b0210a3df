#include "engine_core/math/types.h"
#include "engine_core/scripting/runtime/script_core.h"

#include <angelscript.h>
#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
template <typename T>
void plainType(ScriptBinder& binder, const char* name, asDWORD flags)
{
    binder.check(binder.engine().RegisterObjectType(
                     name, sizeof(T), asOBJ_VALUE | asOBJ_POD | asGetTypeTraits<T>() | flags),
                 name);
    binder.constructor(
        name, "void f()", +[] { return T{}; });
}

/// What Vec2 and Vec3 have in common; V is the name that scripts use.
template <typename T>
void vectorOperators(ScriptBinder& binder, const char* v, const std::string& name)
{
    const auto method = [&](std::string declaration, auto native) {
        for (auto at = declaration.find('$'); at != std::string::npos; at = declaration.find('$'))
            declaration.replace(at, 1, name);
        binder.method(v, declaration.c_str(), native);
    };
    method(
        "$ opAdd(const $ &in) const", +[](const T& a, const T& b) { return a + b; });
    method(
        "$ opSub(const $ &in) const", +[](const T& a, const T& b) { return a - b; });
    method(
        "$ opMul(double) const", +[](const T& a, double by) { return a * by; });
    method(
        "$ opMul_r(double) const", +[](const T& a, double by) { return a * by; });
    method(
        "$ opMul(const $ &in) const", +[](const T& a, const T& b) { return a * b; });
    method(
        "$ opDiv(double) const", +[](const T& a, double by) { return a / by; });
    method(
        "$ opNeg() const", +[](const T& a) { return -a; });
    method(
        "$& opAddAssign(const $ &in)", +[](T& a, const T& b) -> T& { return a += b; });
    method(
        "$& opSubAssign(const $ &in)", +[](T& a, const T& b) -> T& { return a -= b; });
    method(
        "$& opMulAssign(double)", +[](T& a, double by) -> T& { return a *= by; });
    method(
        "bool opEquals(const $ &in) const", +[](const T& a, const T& b) { return a == b; });
    method(
        "double length() const", +[](const T& a) { return glm::length(a); });
    method(
        "double dot(const $ &in) const", +[](const T& a, const T& b) { return glm::dot(a, b); });
    method(
        "double distanceTo(const $ &in) const",
        +[](const T& a, const T& b) { return glm::distance(a, b); });
    method(
        "$ normalized() const", +[](const T& a) {
            const double length = glm::length(a);
            return length > 0 ? a / length : a; // nothing has no direction
        });
    binder.function(
        fmt::format("{0} lerp(const {0} &in, const {0} &in, double)", name).c_str(),
        +[](const T& a, const T& b, double t) { return a + (b - a) * t; });
}

void bindVectors(ScriptBinder& binder)
{
    plainType<Vec2d>(binder, "Vec2", asOBJ_APP_CLASS_ALLFLOATS);
    binder.member("Vec2", "double x", offsetof(Vec2d, x));
    binder.member("Vec2", "double y", offsetof(Vec2d, y));
    binder.constructor(
        "Vec2", "void f(double, double)", +[](double x, double y) {
            return Vec2d{x, y};
        });
    vectorOperators<Vec2d>(binder, "Vec2", "Vec2");

    plainType<Vec3d>(binder, "Vec3", asOBJ_APP_CLASS_ALLFLOATS);
    binder.member("Vec3", "double x", offsetof(Vec3d, x));
    binder.member("Vec3", "double y", offsetof(Vec3d, y));
    binder.member("Vec3", "double z", offsetof(Vec3d, z));
    binder.constructor(
        "Vec3", "void f(double, double, double)", +[](double x, double y, double z) {
            return Vec3d{x, y, z};
        });
    vectorOperators<Vec3d>(binder, "Vec3", "Vec3");
    binder.method(
        "Vec3", "Vec3 cross(const Vec3 &in) const",
        +[](const Vec3d& a, const Vec3d& b) { return glm::cross(a, b); });
    binder.method(
        "Vec3", "string toText() const",
        +[](const Vec3d& a) { return fmt::format("({:.3f}, {:.3f}, {:.3f})", a.x, a.y, a.z); });
}

/// Yaw turns left about +Y, then pitch tilts up; radians.
Quatd fromAngles(double yaw, double pitch)
{
    return glm::angleAxis(yaw, Vec3d{0, 1, 0}) * glm::angleAxis(pitch, Vec3d{1, 0, 0});
}

/// Of the direction that -Z is turned to.
double yawOf(const Quatd& rotation)
{
    const Vec3d forward = rotation * Vec3d{0, 0, -1};
    return std::atan2(-forward.x, -forward.z);
}

void bindRotation(ScriptBinder& binder)
{
    plainType<Quatd>(binder, "Quat", asOBJ_APP_CLASS_ALLFLOATS);
    binder.method(
        "Quat", "Quat opMul(const Quat &in) const",
        +[](const Quatd& a, const Quatd& b) { return a * b; });
    binder.method(
        "Quat", "Vec3 opMul(const Vec3 &in) const",
        +[](const Quatd& a, const Vec3d& v) { return a * v; });
    binder.method(
        "Quat", "bool opEquals(const Quat &in) const",
        +[](const Quatd& a, const Quatd& b) { return a == b; });
    binder.method("Quat", "double get_yaw() const property", yawOf);
    binder.function("Quat fromAngles(double yaw, double pitch)", fromAngles,
                    "Yaw turns left about +Y, then pitch tilts up; radians");
    binder.function(
        "Quat aboutAxis(const Vec3 &in axis, double angle)",
        +[](const Vec3d& axis, double angle) {
            const double length = glm::length(axis);
            return length > 0 ? glm::angleAxis(angle, axis / length) : Quatd{1, 0, 0, 0};
        },
        "A turn about an axis; radians");
    binder.function(
        "Quat slerp(const Quat &in, const Quat &in, double)",
        +[](const Quatd& a, const Quatd& b, double t) { return glm::slerp(a, b, t); });
}

void bindColor(ScriptBinder& binder)
{
    plainType<Color>(binder, "Color", asOBJ_APP_CLASS_ALLFLOATS);
    binder.member("Color", "float r", offsetof(Color, r));
    binder.member("Color", "float g", offsetof(Color, g));
    binder.member("Color", "float b", offsetof(Color, b));
    binder.constructor(
        "Color", "void f(float, float, float)", +[](float r, float g, float b) {
            return Color{r, g, b};
        });
    binder.method(
        "Color", "Color opMul(float) const", +[](const Color& a, float by) {
            return Color{a.r * by, a.g * by, a.b * by};
        });
}

void bindEntityType(ScriptBinder& binder)
{
    plainType<EntityId>(binder, "Entity", asOBJ_APP_CLASS_ALLINTS);
    binder.method(
        "Entity", "bool opEquals(const Entity &in) const",
        +[](const EntityId& a, const EntityId& b) { return a == b; });
    binder.method(
        "Entity", "bool get_isNull() const property",
        +[](const EntityId& a) { return a.isNull(); });
}

/// The least and the most of a pair, and a number held between two. Whole numbers stay whole; a
/// pair of its own for each mixture, which AngelScript would otherwise take for whole numbers.
template <typename A, typename B>
void bindRanges(ScriptBinder& binder)
{
    using R = std::common_type_t<A, B>;
    const auto nameOf = [](auto number) {
        return std::is_same_v<decltype(number), double> ? "double" : "int64";
    };
    const auto declare = [&](const char* pattern, auto native) {
        binder.function(
            fmt::format(fmt::runtime(pattern), nameOf(R{}), nameOf(A{}), nameOf(B{})).c_str(),
            native);
    };
    declare(
        "{0} min({1}, {2})", +[](A a, B b) -> R { return std::min<R>(R(a), R(b)); });
    declare(
        "{0} max({1}, {2})", +[](A a, B b) -> R { return std::max<R>(R(a), R(b)); });
}

/// The same for a number held between two others.
template <typename V, typename L, typename H>
void bindClamp(ScriptBinder& binder, const char* declaration)
{
    using R = std::common_type_t<V, L, H>;
    binder.function(
        declaration, +[](V value, L low, H high) -> R {
            return std::min<R>(std::max<R>(R(value), R(low)), R(high));
        });
}

void bindMathematics(ScriptBinder& binder)
{
    using Unary = double (*)(double);
    const auto unary = [&](const char* declaration, Unary native) {
        binder.function(declaration, native);
    };
    unary(
        "double sin(double)", +[](double a) { return std::sin(a); });
    unary(
        "double cos(double)", +[](double a) { return std::cos(a); });
    unary(
        "double tan(double)", +[](double a) { return std::tan(a); });
    unary(
        "double asin(double)", +[](double a) { return std::asin(std::clamp(a, -1.0, 1.0)); });
    unary(
        "double acos(double)", +[](double a) { return std::acos(std::clamp(a, -1.0, 1.0)); });
    unary(
        "double sqrt(double)", +[](double a) { return std::sqrt(std::max(a, 0.0)); });
    unary(
        "double exp(double)", +[](double a) { return std::exp(a); });
    unary(
        "double abs(double)", +[](double a) { return std::abs(a); });
    unary(
        "double floor(double)", +[](double a) { return std::floor(a); });
    unary(
        "double ceil(double)", +[](double a) { return std::ceil(a); });
    unary(
        "double round(double)", +[](double a) { return std::round(a); });
    unary(
        "double radians(double)", +[](double a) { return radians(a); });
    unary(
        "double degrees(double)", +[](double a) { return degrees(a); });
    using Binary = double (*)(double, double);
    const auto binary = [&](const char* declaration, Binary native) {
        binder.function(declaration, native);
    };
    binary(
        "double atan2(double y, double x)", +[](double y, double x) { return std::atan2(y, x); });
    binary(
        "double pow(double, double)", +[](double a, double b) { return std::pow(a, b); });
    bindRanges<std::int64_t, std::int64_t>(binder);
    bindRanges<std::int64_t, double>(binder);
    bindRanges<double, std::int64_t>(binder);
    bindRanges<double, double>(binder);
    using Whole = std::int64_t;
    bindClamp<Whole, Whole, Whole>(binder, "int64 clamp(int64 value, int64 low, int64 high)");
    bindClamp<Whole, Whole, double>(binder, "double clamp(int64 value, int64 low, double high)");
    bindClamp<Whole, double, Whole>(binder, "double clamp(int64 value, double low, int64 high)");
    bindClamp<Whole, double, double>(binder, "double clamp(int64 value, double low, double high)");
    bindClamp<double, Whole, Whole>(binder, "double clamp(double value, int64 low, int64 high)");
    bindClamp<double, Whole, double>(binder, "double clamp(double value, int64 low, double high)");
    bindClamp<double, double, Whole>(binder, "double clamp(double value, double low, int64 high)");
    bindClamp<double, double, double>(binder,
                                      "double clamp(double value, double low, double high)");
    binder.function(
        "double lerp(double, double, double)",
        +[](double a, double b, double t) { return a + (b - a) * t; },
        "Between two numbers: the first at 0, the second at 1");
    binder.function(
        "double moveTowards(double from, double to, double step)",
        +[](double from, double to, double step) {
            return from + std::clamp(to - from, -std::abs(step), std::abs(step));
        },
        "A step from one number to another, never beyond it");
    static const double pi = Pi;
    binder.check(
        binder.engine().RegisterGlobalProperty("const double Pi", const_cast<double*>(&pi)),
        "const double Pi");
}

void print(const std::string& text)
{
    LogMessage message{LogLevel::Info, "script", text, {}, 0};
    if (auto* context = asGetActiveContext()) {
        const char* section = nullptr;
        message.line = context->GetLineNumber(0, nullptr, &section);
        message.file = section != nullptr ? section : "";
    }
    log(std::move(message));
}
} // namespace

Result<void> bindCore(ScriptBinder& binder)
{
    bindVectors(binder);
    bindRotation(binder);
    bindColor(binder);
    bindEntityType(binder);
    bindMathematics(binder);
    binder.function("void log(const string &in)", print, "A line in the console");
    return binder.finish("core");
}
} // namespace engine::scriptcore
