// SPDX-License-Identifier: Apache-2.0
#include "kubelet/expansion.h"

#include <algorithm>

namespace sluice::kubelet {

std::string expand(std::string_view text, const std::vector<pod::EnvVar>& variables) {
  std::string result;
  while (!text.empty()) {
    const std::size_t dollar = text.find('$');
    result.append(text.substr(0, dollar));
    if (dollar == std::string_view::npos) {
      break;
    }
    text.remove_prefix(dollar);
    const std::size_t end = text.starts_with("$(") ? text.find(')') : std::string_view::npos;
    if (text.starts_with("$$")) {
      result.push_back('$');
      text.remove_prefix(2);
    } else if (end == std::string_view::npos) {
      result.push_back('$');
      text.remove_prefix(1);
    } else {
      const std::string_view name = text.substr(2, end - 2);
      const auto found = std::find_if(variables.rbegin(), variables.rend(),
                                      [&](const pod::EnvVar& v) { return v.name == name; });
      result.append(found == variables.rend() ? text.substr(0, end + 1)
                                              : std::string_view(found->value));
      text.remove_prefix(end + 1);
    }
  }
  return result;
}

}  // namespace sluice::kubelet
