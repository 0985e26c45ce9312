// SPDX-License-Identifier: Apache-2.0
#include "registry/revision.h"

#include "base/go_text.h"
#include "base/text.h"

namespace sluice::registry {

Result<store::Revision> parse_revision(const std::string& text) {
  if (text.empty()) {
    return 0;
  }
  const auto number = parse_int(text);
  if (!number.has_value() || *number < 0) {
    const std::string shown = go_quoted(text);
    return fail(Code::kInternal, "resourceVersion: Invalid value: " + shown +
                                     ": strconv.ParseUint: parsing " + shown + ": invalid syntax");
  }
  return static_cast<store::Revision>(*number);
}

Result<void> check_happened(store::Revision wanted, store::Revision current) {
  if (wanted <= current) {
    return {};
  }
  Error error{Code::kTimeout, "Timeout: Too large resource version: " + std::to_string(wanted) +
                                  ", current: " + std::to_string(current)};
  error.causes.push_back({"ResourceVersionTooLarge", "Too large resource version", ""});
  return tl::unexpected(std::move(error));
}

}  // namespace sluice::registry
