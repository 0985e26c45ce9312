// SPDX-License-Identifier: Apache-2.0
//
// Whatever lines are read as times can be plotted.
#include <cstdint>
#include <string_view>

#include "machines/times_plot.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto times = sluice::machines::read_csv(text)) {
    sluice::machines::plot(*times);
  }
  return 0;
}
