// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "apiserver/metrics/exposition.h"
#include "apiserver/request_info.h"
#include "base/clock.h"

namespace sluice::apiserver {

// Counts and durations of requests, in the families that dashboards for Kubernetes know.
// Thread-safe.
class RequestMetrics {
 public:
  struct Sample {
    const http::Request& request;
    const RequestInfo& info;
    bool known =
        false;  // the kind or path is served; others share one row, however they are called
    int status = 200;
    Duration took{};
  };
  void count(const Sample& sample);

  void write(Exposition& page) const;

 private:
  static constexpr std::array<double, 23> kSeconds = {0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8,
                                                      1,     1.25,  1.5,  2,   3,   4,   5,   6,
                                                      8,     10,    15,   20,  30,  45,  60};

  struct Durations {
    std::array<std::uint64_t, kSeconds.size() + 1> counts{};  // the last: longer than all
    double sum = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> totals_;  // by labels
  std::map<std::string, Durations, std::less<>> durations_;
};

}  // namespace sluice::apiserver
