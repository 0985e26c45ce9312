// SPDX-License-Identifier: Apache-2.0
#include "base/cron_schedule.h"

#include <cstdint>
#include <string_view>

// Schedules parse or are refused; the next time of a parsed one is later than now.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto schedule = sluice::CronSchedule::parse(text);
  if (schedule) {
    constexpr std::int64_t kNow = 1'893'456'000;
    static const auto zone = sluice::Zone::find("");
    const auto next = schedule->next(kNow, *zone);
    CHECK(!next || *next > kNow);
  }
  return 0;
}
