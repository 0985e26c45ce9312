// SPDX-License-Identifier: Apache-2.0
#include "cmd/prune_policy.h"

#include "api/duration_text.h"
#include "json/quantity.h"

namespace sluice::cmd {

Result<images::PrunePolicy> prune_policy(const std::string& unused_for, const std::string& max_size,
                                         std::string_view prefix) {
  const std::string option = "--" + std::string(prefix);
  images::PrunePolicy policy;
  if (!unused_for.empty()) {
    policy.unused_for = api::parse_duration(unused_for);
    if (!policy.unused_for || *policy.unused_for < Duration(0)) {
      return fail(Code::kInvalid, option + "unused-for must be a time such as 12h or 90m, got \"" +
                                      unused_for + "\"");
    }
  }
  if (!max_size.empty()) {
    const auto size = json::Quantity::parse(max_size);
    if (!size || *size < json::Quantity()) {
      return fail(Code::kInvalid,
                  option + "max-size must be a size such as 20Gi, got \"" + max_size + "\"");
    }
    policy.max_bytes = size->value();
  }
  return policy;
}

}  // namespace sluice::cmd
