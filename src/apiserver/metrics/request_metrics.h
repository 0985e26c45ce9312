// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "apiserver/request_info.h"
#include "base/clock.h"
#include "base/exposition.h"
#include "base/histogram.h"

namespace sluice::apiserver {

// Counts and durations of requests, in the families that dashboards for Kubernetes know. Every
// request is counted, so that looks up its row and no more: texts are made when somebody reads.
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

  // What a row is about; of a request while it is counted.
  struct Labels {
    std::string_view verb, group, version, resource, subresource, scope;
    bool dry_run = false;
    friend bool operator==(const Labels&, const Labels&) = default;
  };
  struct Hash {
    std::size_t operator()(const Labels& labels) const;
  };
  struct Row {
    std::map<int, std::uint64_t> totals;  // by status
    Histogram durations{kSeconds};
    std::array<std::string, 6> words;  // what the labels of this row refer to
  };
  static Labels labels_of(const Sample& sample);
  static std::string text_of(const Labels& labels);
  Row& row_of(const Labels& labels);

  mutable std::mutex mutex_;
  std::unordered_map<Labels, std::unique_ptr<Row>, Hash> rows_;
};

}  // namespace sluice::apiserver
