// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "slurm/slurm.h"

namespace sluice::slurm {

// One implementation of Slurm under test, with what the contract must be able to do to the cluster
// behind it. The bodies are in slurm_contract_cases.h; every adapter runs all of them. The cluster
// has the partitions main (default, no time limit) and debug (one hour), and its nodes have 16 CPUs
// and 32000 MiB each.
class ContractSubject {
 public:
  virtual ~ContractSubject() = default;
  virtual Slurm& slurm() = 0;
  virtual int node_count() const = 0;

  // Lets the cluster work for a moment: called again and again while a test waits for something.
  virtual void settle() = 0;
  virtual void stop_controller() = 0;  // keeps the jobs it knows
  virtual void start_controller() = 0;

  virtual bool keeps_accounts() const = 0;

  // False for the fake: no script really runs, so that output files stay empty.
  virtual bool runs_scripts() const = 0;

  // False for what is no cluster: it has one partition, main, no controller that could be stopped,
  // and knows no flags.
  virtual bool is_cluster() const { return true; }

  // False where nothing can launch a step: start_now() then never starts anything.
  virtual bool starts_at_once() const { return true; }

  // False for adapters beside which there are Slurm's own commands.
  virtual bool updates_jobs() const { return false; }

  // False for the oldest version of slurmrestd's API.
  virtual bool updates_priorities() const { return true; }

  // Whether arrays can be submitted, and their tasks are told apart.
  virtual bool has_arrays() const { return false; }

  // False for versions of slurmrestd's API that do not tell them.
  virtual bool accounts_exit_codes() const { return true; }
  virtual bool tells_default_partition() const { return true; }
};

struct ContractSubjectFactory {
  std::string name;
  std::function<std::unique_ptr<ContractSubject>()> make;  // null: not possible here
};

}  // namespace sluice::slurm
