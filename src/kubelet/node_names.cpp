// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_names.h"

#include <algorithm>
#include <cctype>

#include "base/fnv.h"

namespace sluice::kubelet {
namespace {

constexpr std::size_t kLongest = 63;  // of a label; the name is one too

}  // namespace

std::string partition_node_name(const std::string& kubelet, const std::string& partition,
                                const std::function<bool(const std::string&)>& is_taken) {
  std::string name = kubelet + "-";
  for (const char c : partition) {
    const auto byte = static_cast<unsigned char>(c);
    name += byte < 0x80 && std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '-';
  }
  const bool too_long = name.size() > kLongest;
  name.resize(std::min(name.size(), kLongest - 5));
  while (name.ends_with('-')) {
    name.pop_back();
  }
  return too_long || name == kubelet || is_taken(name) ? name + "-" + fnv1a_digits(partition, 4)
                                                       : name;
}

}  // namespace sluice::kubelet
