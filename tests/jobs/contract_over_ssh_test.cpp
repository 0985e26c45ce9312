// SPDX-License-Identifier: Apache-2.0
//
// Slurm's commands over SSH are an adapter like the others: the contract, against a real sshd.
#include <optional>

#include "slurm/cli.h"
#include "slurm/lab_subject.h"
#include "slurm/slurm_contract_cases.h"
#include "ssh/connection.h"
#include "ssh/test_sshd.h"

namespace sluice::slurm {
namespace {

// One login for all tests. It ends before main() does: libssh needs what OpenSSL takes down at
// exit.
class Login final : public testing::Environment {
 public:
  ssh::Connection& connection() {
    if (!connection_) {
      sshd_.emplace();
      connection_.emplace(sshd_->endpoint(), clock_);
    }
    return *connection_;
  }
  void TearDown() override {
    connection_.reset();
    sshd_.reset();
  }

 private:
  RealClock clock_;
  std::optional<ssh::TestSshd> sshd_;
  std::optional<ssh::Connection> connection_;
};

// gtest owns it. Registered before main(): what comes later is not torn down.
Login* const kLogin =
    static_cast<Login*>(testing::AddGlobalTestEnvironment(std::make_unique<Login>().release()));

std::unique_ptr<ContractSubject> over_ssh() {
  TestLab* lab = TestLab::instance();
  if (lab == nullptr || !ssh::TestSshd::possible()) {
    return nullptr;
  }
  return std::make_unique<LabSubject>(
      *lab,
      make_cli(kLogin->connection(), {.slurm_conf = lab->slurm_conf(), .bin_dir = lab->bin_dir()}));
}

INSTANTIATE_TEST_SUITE_P(Ssh, SlurmContract,
                         testing::Values(ContractSubjectFactory{"Cli", over_ssh}),
                         [](const auto& chosen) { return chosen.param.name; });

}  // namespace
}  // namespace sluice::slurm
