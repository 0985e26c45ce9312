// SPDX-License-Identifier: Apache-2.0
#include "kubelet/job_identity.h"

#include "base/text.h"

namespace sluice::kubelet {

std::string job_comment(std::string_view cluster_id, const pod::Attempt& attempt) {
  return "sluice:" + std::string(cluster_id) + ":" + attempt.uid + ":" +
         std::to_string(attempt.number);
}

std::optional<pod::Attempt> attempt_of(std::string_view comment, std::string_view cluster_id) {
  const auto parts = split(comment, ':');
  if (parts.size() != 4 || parts[0] != "sluice" || parts[1] != cluster_id || parts[2].empty()) {
    return std::nullopt;
  }
  const auto number = parse_int(parts[3]);
  if (!number || *number < 1) {
    return std::nullopt;
  }
  return pod::Attempt{std::string(parts[2]), *number};
}

}  // namespace sluice::kubelet
