// SPDX-License-Identifier: Apache-2.0
#include "machines/user_data.h"

#include <algorithm>

namespace sluice::machines {

Result<std::string> user_data(const Plan& plan, Format format) {
  std::string data = format == Format::kIgnition ? ignition(plan) : cloud_config(plan);
  if (data.size() <= kLongestUserData) {
    return data;
  }
  std::string longest;
  const auto file = std::max_element(
      plan.files.begin(), plan.files.end(),
      [](const auto& a, const auto& b) { return a.bytes.size() < b.bytes.size(); });
  if (file != plan.files.end()) {
    longest = "; the longest file is " + file->path + " with " + std::to_string(file->bytes.size());
  }
  return fail(Code::kInvalid,
              "the data is " + std::to_string(data.size()) + " bytes long: expected at most " +
                  std::to_string(kLongestUserData) + ", what fits into a Secret" + longest);
}

}  // namespace sluice::machines
