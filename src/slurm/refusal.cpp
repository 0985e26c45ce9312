// SPDX-License-Identifier: Apache-2.0
#include "slurm/refusal.h"

#include <array>
#include <utility>

#include "base/text.h"

namespace sluice::slurm {
namespace {

constexpr std::array<std::pair<std::string_view, Code>, 20> kMeanings{{
    {"unable to contact slurm controller", Code::kUnavailable},
    {"transport endpoint is not connected", Code::kUnavailable},
    {"connection refused", Code::kUnavailable},
    {"connection timed out", Code::kUnavailable},
    {"socket timed out", Code::kUnavailable},
    {"zero bytes were transmitted", Code::kUnavailable},
    {"unexpected message received", Code::kUnavailable},
    {"message receive failure", Code::kUnavailable},
    {"slurmctld is down", Code::kUnavailable},
    {"standby mode", Code::kUnavailable},
    {"protocol authentication error", Code::kUnavailable},
    {"unable to establish control machine address", Code::kUnavailable},
    {"could not establish a configuration source", Code::kUnavailable},
    {"invalid job id specified", Code::kNotFound},
    {"already completing or completed", Code::kNotFound},
    {"access/permission denied", Code::kForbidden},
    {"user's group not permitted", Code::kForbidden},
    {"job can not be altered now", Code::kConflict},
    {"transitional state", Code::kConflict},
    {"slurm temporarily unable to accept job", Code::kTooManyRequests},
}};

// "sbatch: error: x" to "x": people know which command we would have used.
std::string_view without_prefix(std::string_view line) {
  for (const std::string_view mark : {": error: ", ": fatal: "}) {
    const std::size_t at = line.find(mark);
    if (at != std::string_view::npos && line.substr(0, at).find(' ') == std::string_view::npos) {
      return line.substr(at + mark.size());
    }
  }
  return line;
}

}  // namespace

Error refusal(std::string_view message) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(message, '\n')) {
    if (!trim(line).empty()) {
      lines.emplace_back(without_prefix(trim(line)));
    }
  }
  const std::string text = lines.empty() ? "Slurm gave no reason" : join(lines, "; ");
  const std::string lower = to_lower(text);
  for (const auto& [words, code] : kMeanings) {
    if (lower.find(words) != std::string::npos) {
      return Error{code, text};
    }
  }
  return Error{Code::kInvalid, text};
}

Error accounting_refusal(std::string_view message) {
  Error error = refusal(message);
  const bool none = to_lower(error.message).find("storage is disabled") != std::string::npos;
  error.code = none ? Code::kUnsupported : Code::kUnavailable;
  return error;
}

Exit decode_exit(std::uint32_t wait_status) {
  return {static_cast<int>((wait_status >> 8U) & 0xffU), static_cast<int>(wait_status & 0x7fU)};
}

}  // namespace sluice::slurm
