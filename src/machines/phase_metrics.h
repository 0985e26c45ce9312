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

// How long our machines take, as sluice_machine_phase_seconds of Prometheus, by phase and role:
// those of Slurm, and others that start with a VirtualKubeletConfig. Counts what ends while the
// process runs. Thread-safe.
class PhaseMetrics {
 public:
  PhaseMetrics(Clock& clock, const Fleet& fleet) : clock_(clock), fleet_(fleet) {}

  // Of a Machine.
  void see(const runtime::Change& change);

  void write(Exposition& page) const;

 private:
  struct Milestones;
  // Of a Machine that is none of Slurm's.
  struct Other {
    std::string role;         // its config goes before it; empty: not seen yet
    bool is_awaited = false;  // it had no Node when we first saw it, and was not ready since
  };
  static Milestones reached(const runtime::Change& change);
  static bool has_ended(const std::string& phase, const Milestones& now);
  void see_other(const runtime::Change& change);
  void count(const client::Object& machine, const SlurmMachine& slurm, const Milestones& now,
             const std::string& role = "");

  Clock& clock_;
  const Fleet& fleet_;
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::pair<std::string, std::string>, Histogram> by_phase_and_role_;
  std::map<std::string, Other> others_;  // by uid
};

}  // namespace sluice::machines
