#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace editor
{
class CliArguments;

/// Whether a long command tells on stderr how far it is.
enum class ShowProgress
{
    No,
    Yes
};

/// Runs `work` on a worker thread while this one shows its progress: a bar on a terminal, a line
/// every few seconds elsewhere. Ctrl+C (and a polite kill) cancels it; then the result is true once
/// `work` has returned.
[[nodiscard]] bool runCancellable(const std::string& label,
                                  ShowProgress show,
                                  const std::function<void(engine::JobControl&)>& work);

/// Takes `--name N` out. `fallback` if it was not there; an Error naming the limits if it is not a
/// whole number between them.
[[nodiscard]] engine::Result<long long> takeNumber(CliArguments& arguments,
                                                   const std::string& name,
                                                   long long least,
                                                   long long most,
                                                   long long fallback);

/// The same of a number with decimals.
[[nodiscard]] engine::Result<double> takeDecimal(
    CliArguments& arguments, const std::string& name, double least, double most, double fallback);

/// Numbers with `separator` between them and nothing else; empty if that is not so.
[[nodiscard]] std::vector<double> numbersOf(const std::string& text, char separator);

/// Takes `--name X,Y,Z` out, metres, inside of the world; nothing if it was not there.
[[nodiscard]] engine::Result<std::optional<engine::Vec3d>> takePoint(CliArguments& arguments,
                                                                     const std::string& option);

/// Takes `--scale METRES` out: metres per unit of a Quake map, 1/32 if it was not there.
[[nodiscard]] engine::Result<double> takeMapScale(CliArguments& arguments);
} // namespace editor
