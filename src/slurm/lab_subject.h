// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "base/waiting.h"
#include "slurm/slurm_contract.h"
#include "slurm/test_lab.h"

namespace sluice::slurm {

// The contract's cluster when it is a real one. For tests only.

inline void rest(Clock& clock) {
  pause(clock, std::chrono::milliseconds(20));
}

// Nothing is granted at once on a node that still completes a job.
inline void end_all(Slurm& slurm, Clock& clock) {
  const SteadyTime deadline = clock.steady() + std::chrono::seconds(20);
  for (bool any = true; any && clock.steady() < deadline; rest(clock)) {
    any = false;
    const auto changes = slurm.jobs({});
    for (const Job& job : changes ? changes->jobs : std::vector<Job>{}) {
      if (!is_final(job.state)) {
        any = true;
        (void)slurm.cancel(job.id);
      }
    }
  }
}

class LabSubject final : public ContractSubject {
 public:
  LabSubject(TestLab& lab, std::unique_ptr<Slurm> slurm, bool priorities = true)
      : lab_(lab), slurm_(std::move(slurm)), priorities_(priorities) {}
  ~LabSubject() override { end_all(*slurm_, clock_); }
  Slurm& slurm() override { return *slurm_; }
  int node_count() const override { return TestLab::kNodes; }
  void settle() override { rest(clock_); }
  void stop_controller() override { lab_.control("stop", "slurmctld"); }
  void start_controller() override { lab_.control("start", "slurmctld"); }
  bool keeps_accounts() const override { return TestLab::keeps_accounts(); }
  bool runs_scripts() const override { return true; }
  bool starts_at_once() const override { return slurm_->adapter() != "rest"; }
  bool updates_jobs() const override { return slurm_->adapter() == "rest"; }
  bool updates_priorities() const override { return priorities_; }
  bool has_arrays() const override {
    return slurm_->adapter() == "rest" || slurm_->adapter() == "cli";
  }
  bool accounts_exit_codes() const override {
    return slurm_->adapter() != "rest" || lab_.is_of_tree();
  }
  bool tells_default_partition() const override {
    return slurm_->adapter() != "rest" || !lab_.is_of_tree();
  }

 private:
  RealClock clock_;
  TestLab& lab_;
  std::unique_ptr<Slurm> slurm_;
  const bool priorities_;
};

}  // namespace sluice::slurm
