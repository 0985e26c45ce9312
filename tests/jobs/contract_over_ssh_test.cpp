// SPDX-License-Identifier: Apache-2.0
//
// Slurm's commands over SSH are an adapter like the others: the contract, against a real sshd.
#include "slurm/cli.h"
#include "slurm/lab_subject.h"
#include "slurm/slurm_contract_cases.h"
#include "ssh/connection.h"
#include "ssh/test_sshd.h"

namespace sluice::slurm {
namespace {

// One login for all tests.
ssh::Connection& connection() {
  static RealClock clock;
  static ssh::TestSshd sshd;
  static ssh::Connection the_connection(sshd.endpoint(), clock);
  return the_connection;
}

std::unique_ptr<ContractSubject> over_ssh() {
  TestLab* lab = TestLab::instance();
  if (lab == nullptr || !ssh::TestSshd::possible()) {
    return nullptr;
  }
  return std::make_unique<LabSubject>(
      *lab, make_cli(connection(), {.slurm_conf = lab->slurm_conf(), .bin_dir = lab->bin_dir()}));
}

INSTANTIATE_TEST_SUITE_P(Ssh, SlurmContract,
                         testing::Values(ContractSubjectFactory{"Cli", over_ssh}),
                         [](const auto& chosen) { return chosen.param.name; });

}  // namespace
}  // namespace sluice::slurm
