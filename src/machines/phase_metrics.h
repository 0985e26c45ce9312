// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/exposition.h"
#include "base/histogram.h"
#include "machines/fleet.h"
#include "machines/times.h"
#include "runtime/informer.h"

namespace sluice::machines {

// How long machines of Slurm take, as sluice_machine_phase_seconds of Prometheus, by phase and
// role. Counts what ends while the process runs. Thread-safe.
class PhaseMetrics {
 public:
  PhaseMetrics(Clock& clock, const Fleet& fleet) : clock_(clock), fleet_(fleet) {}

  // Of a Machine.
  void see(const runtime::Change& change);

  void write(Exposition& page) const;

 private:
  Clock& clock_;
  const Fleet& fleet_;
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::pair<std::string, std::string>, Histogram> by_phase_and_role_;
};

}  // namespace sluice::machines
