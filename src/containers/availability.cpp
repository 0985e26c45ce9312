// SPDX-License-Identifier: Apache-2.0
#include "containers/availability.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "containers/runtime.h"
#include "containers/spawn.h"

namespace sluice::containers {
namespace {

constexpr const char* kCandidates[] = {"builtin", "apptainer", "singularity"};

// Starts a container whose only fault is that it has no program: whoever gets as far as looking for
// it can run pods.
Result<void> try_out(Runtime& runtime, const std::filesystem::path& place) {
  TRY(make_directory(place / "image"));
  TRY(runtime.enter({.scratch = place}));
  const Result<Started> started = runtime.start(
      {.root = place / "image", .scratch = place / "container", .argv = {"/sluice-probe"}});
  if (!started && started.error().code != Code::kInvalid) {
    return tl::unexpected(started.error());
  }
  return {};
}

[[noreturn]] void try_builtin(const std::filesystem::path& place, const Channel& channel) {
  Result<std::unique_ptr<Runtime>> runtime = make_runtime("builtin");
  const Result<void> outcome = try_out(**runtime, place);
  [[maybe_unused]] const Result<void> removed = remove_tree(place / "container");
  if (!outcome) {
    channel.say(Error{Code::kUnsupported, "builtin: " + outcome.error().message});
  }
  ::_exit(0);
}

Result<void> builtin_available(const std::filesystem::path& scratch) {
  std::string place = scratch / "sluice-probe.XXXXXX";
  if (::mkdtemp(place.data()) == nullptr) {
    return tl::unexpected(errno_error("creating a directory in " + scratch.string()));
  }
  const Result<Started> tried =
      spawn({}, [&](const Channel& channel) -> Error { try_builtin(place, channel); });
  if (tried) {
    ::waitpid(tried->pid, nullptr, 0);
  }
  TRY(remove_tree(place));
  return tried ? Result<void>{} : tl::unexpected(tried.error());
}

}  // namespace

Result<void> runtime_available(std::string_view name, const std::filesystem::path& scratch) {
  TRY(make_runtime(name));
  if (name == "builtin") {
    return builtin_available(scratch);
  }
  return {};
}

Result<std::string> choose_runtime(std::string_view wanted, const std::filesystem::path& scratch) {
  if (wanted != "auto") {
    TRY(make_runtime(wanted));
    return std::string(wanted);
  }
  std::string reasons;
  for (const char* name : kCandidates) {
    const Result<void> available = runtime_available(name, scratch);
    if (available) {
      return std::string(name);
    }
    reasons += (reasons.empty() ? "" : "; ") + available.error().message;
  }
  return fail(Code::kUnsupported, "no container runtime works here: " + reasons);
}

}  // namespace sluice::containers
