// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/exposition.h"

namespace sluice {

// Values counted by how large they are, as a histogram of Prometheus. Plain value.
class Histogram {
 public:
  explicit Histogram(std::span<const double> limits)  // ascending; outlive it
      : limits_(limits), counts_(limits.size() + 1) {}

  void add(double value);

  // Its samples, of that family; `labels` as label_text() writes them.
  void write(std::string_view family, const std::string& labels, Exposition& page) const;

 private:
  std::span<const double> limits_;
  std::vector<std::uint64_t> counts_;  // the last: larger than all
  double sum_ = 0;
};

}  // namespace sluice
