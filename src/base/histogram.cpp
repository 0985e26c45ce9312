// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.h"

#include <algorithm>

namespace sluice {

void Histogram::add(double value) {
  const auto bucket = std::lower_bound(limits_.begin(), limits_.end(), value) - limits_.begin();
  ++counts_[static_cast<std::size_t>(bucket)];
  sum_ += value;
}

void Histogram::write(std::string_view family, const std::string& labels, Exposition& page) const {
  const std::string name(family);
  std::uint64_t so_far = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    so_far += counts_[i];
    const std::string limit = i < limits_.size() ? number_text(limits_[i]) : "+Inf";
    page.sample(name + "_bucket", labels + "," + label_text({{"le", limit}}),
                static_cast<double>(so_far));
  }
  page.sample(name + "_sum", labels, sum_);
  page.sample(name + "_count", labels, static_cast<double>(so_far));
}

}  // namespace sluice
