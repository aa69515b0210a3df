#include "engine_core/scripting/values/element_sort.h"

#include "engine_core/scripting/binding/script_binder.h"
#include "engine_core/scripting/limits/script_budget.h"
#include "engine_core/scripting/values/type_ids.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>

#include <cstring>
#include <numeric>
#include <vector>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr int HandleFlags = asTYPEID_OBJHANDLE | asTYPEID_HANDLETOCONST;

/// Whether `int opCmp(...)` can take an element, as AngelScript's own array asks.
bool compares(const asIScriptFunction& method, int element)
{
    if (method.GetParamCount() != 1 || method.GetReturnTypeId() != asTYPEID_INT32 ||
        std::string_view{method.GetName()} != "opCmp")
        return false;
    int parameter = 0;
    asDWORD flags = 0;
    method.GetParam(0, &parameter, &flags);
    const bool mustBeConst = (element & asTYPEID_HANDLETOCONST) != 0;
    if ((parameter & ~HandleFlags) != (element & ~HandleFlags) ||
        (mustBeConst && !method.IsReadOnly()))
        return false;
    if ((flags & asTM_INREF) != 0)
        return !isHandle(parameter) && (!mustBeConst || (flags & asTM_CONST) != 0);
    return isHandle(parameter) && (!mustBeConst || (parameter & asTYPEID_HANDLETOCONST) != 0);
}

/// The only such method of the elements' type, or null.
asIScriptFunction* comparisonOf(const asITypeInfo& type, int element)
{
    asIScriptFunction* found = nullptr;
    for (asUINT i = 0; i < type.GetMethodCount(); ++i)
        if (auto* method = type.GetMethodByIndex(i); compares(*method, element)) {
            if (found != nullptr)
                return nullptr;
            found = method;
        }
    return found;
}

/// Compares elements of one array, in the context of the script that asked for it.
class Comparison
{
public:
    Comparison(asIScriptContext& context,
               asIScriptFunction* less,
               asIScriptFunction* method,
               int element)
        : m_context{context}
        , m_budget{*ScriptBudget::of(*context.GetEngine())}
        , m_less{less}
        , m_method{method}
        , m_element{element}
    {
    }

    /// What the slots at these addresses hold. False for all once a comparison has failed.
    bool operator()(void* a, void* b)
    {
        if (m_failed)
            return false;
        return m_less != nullptr ? isLess(argumentOf(a), argumentOf(b)) : compare(a, b) < 0;
    }

    [[nodiscard]] bool hasFailed() const { return m_failed; }

    /// What it threw; empty if it was ended.
    [[nodiscard]] const std::string& exception() const { return m_exception; }

private:
    [[nodiscard]] bool isObject() const { return (m_element & asTYPEID_MASK_OBJECT) != 0; }

    /// Objects by value lie behind their slots; handles and numbers are the slots.
    [[nodiscard]] void* argumentOf(void* slot) const
    {
        return isObject() && !isHandle(m_element) ? *static_cast<void**>(slot) : slot;
    }

    bool isLess(void* a, void* b)
    {
        m_context.Prepare(m_less);
        m_context.SetArgAddress(0, a);
        m_context.SetArgAddress(1, b);
        return run() && m_context.GetReturnByte() != 0;
    }

    int compare(void* a, void* b)
    {
        auto* first = *static_cast<void**>(a);
        auto* second = *static_cast<void**>(b);
        if (first == nullptr || second == nullptr)
            return first == second ? 0 : first == nullptr ? -1 : 1;
        m_context.Prepare(m_method);
        m_context.SetObject(first);
        m_context.SetArgObject(0, second);
        return run() ? static_cast<int>(m_context.GetReturnDWord()) : 0;
    }

    bool run()
    {
        const int ended = m_context.Execute();
        m_failed = ended != asEXECUTION_FINISHED || m_budget.isSpent();
        if (ended == asEXECUTION_EXCEPTION)
            m_exception = m_context.GetExceptionString();
        return !m_failed;
    }

    asIScriptContext& m_context;
    const ScriptBudget& m_budget;
    asIScriptFunction* m_less;
    asIScriptFunction* m_method;
    int m_element;
    bool m_failed = false;
    std::string m_exception;
};

/// The order of `count` slots of that size: a merge sort from below, which stays in its bounds
/// whatever `less` says.
template <typename Less>
std::vector<std::uint32_t> orderOf(std::uint32_t count, const Less& less)
{
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::vector<std::uint32_t> merged(count);
    for (std::size_t width = 1; width < count; width *= 2) {
        for (std::size_t from = 0; from < count; from += 2 * width) {
            const auto middle = std::min<std::size_t>(from + width, count);
            const auto end = std::min<std::size_t>(from + 2 * width, count);
            auto left = from;
            auto right = middle;
            for (auto at = from; at < end; ++at) {
                const bool takesRight =
                    right < end && (left >= middle || less(order[right], order[left]));
                merged[at] = order[takesRight ? right++ : left++];
            }
        }
        order.swap(merged);
    }
    return order;
}

std::size_t slotSize(asIScriptEngine& scripts, int element)
{
    return (element & asTYPEID_MASK_OBJECT) != 0
               ? sizeof(void*)
               : static_cast<std::size_t>(scripts.GetSizeOfPrimitiveType(element));
}

/// Puts slots into that order: objects do not move, only what points to them.
void arrange(std::byte* slots, std::size_t size, const std::vector<std::uint32_t>& order)
{
    const std::vector<std::byte> before(slots, slots + size * order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        std::memcpy(slots + i * size, before.data() + order[i] * size, size);
}
} // namespace

void sortElements(CScriptArray& array,
                  asIScriptFunction* less,
                  std::uint32_t start,
                  std::uint32_t count,
                  bool ascending)
{
    auto* context = asGetActiveContext();
    if (context == nullptr || start >= array.GetSize())
        return;
    count = std::min(count, array.GetSize() - start);
    auto& scripts = *context->GetEngine();
    const int element = array.GetElementTypeId();
    asIScriptFunction* method = nullptr;
    if (less == nullptr) {
        const auto& type = *array.GetArrayObjectType()->GetSubType();
        method = comparisonOf(type, element);
        if (method == nullptr) {
            raiseInScript(
                fmt::format("Type '{}' does not have a matching opCmp method", type.GetName()));
            return;
        }
    }
    if (count < 2 || context->PushState() < 0)
        return;
    Comparison comparison{*context, less, method, element};
    const auto size = slotSize(scripts, element);
    auto* slots = static_cast<std::byte*>(array.GetBuffer()) + start * size;
    const auto order = orderOf(count, [&](std::uint32_t a, std::uint32_t b) {
        return ascending ? comparison(slots + a * size, slots + b * size)
                         : comparison(slots + b * size, slots + a * size);
    });
    const bool wasAborted = context->GetState() == asEXECUTION_ABORTED;
    context->PopState();
    if (!comparison.hasFailed())
        arrange(slots, size, order);
    else if (wasAborted)
        context->Abort();
    else if (!comparison.exception().empty())
        raiseInScript(comparison.exception());
}
} // namespace engine::scriptcore
