// SPDX-License-Identifier: Apache-2.0
#include "registry/revision.h"

#include "base/text.h"

namespace sluice::registry {

Result<store::Revision> parse_revision(const std::string& text) {
  if (text.empty()) {
    return 0;
  }
  const auto number = parse_int(text);
  if (!number.has_value() || *number < 0) {
    return fail(Code::kBadRequest,
                "resourceVersion: Invalid value: \"" + text + "\": must be a decimal number");
  }
  return static_cast<store::Revision>(*number);
}

Result<void> check_happened(store::Revision wanted, store::Revision current) {
  if (wanted <= current) {
    return {};
  }
  Error error{Code::kTimeout, "Too large resource version: " + std::to_string(wanted) +
                                  ", current: " + std::to_string(current)};
  error.causes.push_back({"ResourceVersionTooLarge", "Too large resource version", ""});
  return tl::unexpected(std::move(error));
}

}  // namespace sluice::registry
