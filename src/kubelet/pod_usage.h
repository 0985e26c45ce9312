// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/usage_source.h"
#include "kubelet/attempt_files.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// What pods use, read from their runners' reports when somebody asks: nothing is kept, and pods
// that nobody asks about cost nothing. Thread-safe.
class PodUsage final : public client::UsageSource {
 public:
  explicit PodUsage(const AttemptFiles& files) : files_(files) {}

  std::optional<client::PodUsage> usage(const client::Object& pod) const override;

 private:
  const AttemptFiles& files_;
};

// Nothing unless all containers that run have been measured. The time is that of the oldest.
std::optional<client::PodUsage> usage_of(const pod::PodReport& report);

}  // namespace sluice::kubelet
