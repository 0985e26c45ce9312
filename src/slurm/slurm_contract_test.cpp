// SPDX-License-Identifier: Apache-2.0
#include "base/command.h"
#include "slurm/connect.h"
#include "slurm/fake_slurm.h"
#include "slurm/lab_subject.h"
#include "slurm/local/local_jobs.h"
#include "slurm/rest/rest.h"
#include "slurm/slurm_contract_cases.h"
#include "slurm/test_lab.h"

namespace sluice::slurm {
namespace {

class FakeSubject final : public ContractSubject {
 public:
  FakeSubject() {
    fake_.keep_accounts();
    fake_.on_start([this](const Job& job, const JobRequest& request) {
      if (request.script.starts_with(kExit)) {
        const std::string_view code = std::string_view(request.script).substr(kExit.size());
        fake_.finish(job.id, static_cast<int>(parse_int(trim(code)).value_or(0)));
      }
    });
    fake_.on_signal([this](JobId id, int number) {
      if (number == SIGUSR1 && fake_.request(id).script == kUntilUsr1) {
        fake_.finish(id, 9);
      }
    });
  }
  Slurm& slurm() override { return fake_; }
  int node_count() const override { return 4; }
  bool updates_jobs() const override { return true; }
  void settle() override { fake_.run(); }
  void stop_controller() override { fake_.set_unavailable(true); }
  void start_controller() override { fake_.set_unavailable(false); }
  bool keeps_accounts() const override { return true; }
  bool runs_scripts() const override { return false; }

 private:
  RealClock clock_;
  FakeSlurm fake_{clock_};
};

class LocalSubject final : public ContractSubject {
 public:
  LocalSubject() {
    auto jobs = LocalJobs::open(
        {.directory = scratch_.path() / "jobs",
         .keep_command = {std::string(SLUICE_BINARY_DIR) + "/sluice", "keep", "--dir"},
         .partition = "main",
         .node = "n1",
         .capacity = {.cpus = 16, .memory_mib = 32000}},
        clock_);
    EXPECT_TRUE(jobs.has_value()) << jobs.error().message;
    jobs_ = std::move(*jobs);
  }
  ~LocalSubject() override { end_all(*jobs_, clock_); }
  Slurm& slurm() override { return *jobs_; }
  int node_count() const override { return 1; }
  void settle() override { rest(clock_); }
  void stop_controller() override {}
  void start_controller() override {}
  bool keeps_accounts() const override { return false; }
  bool runs_scripts() const override { return true; }
  bool is_cluster() const override { return false; }

 private:
  RealClock clock_;
  TemporaryDirectory scratch_{"local"};
  std::unique_ptr<LocalJobs> jobs_;
};

CommandRunner& runner() {
  static ProcessRunner the_runner;
  return the_runner;
}

std::unique_ptr<ContractSubject> lab_subject(Preference preference) {
  TestLab* lab = TestLab::instance();
  if (lab == nullptr || (lab->is_of_tree() && preference == Preference::kNative)) {
    return nullptr;
  }
  auto slurm = connect({.slurm_conf = lab->slurm_conf(),
                        .bin_dir = lab->bin_dir(),
                        .module_path = TestLab::module_path(),
                        .preference = preference},
                       runner());
  EXPECT_TRUE(slurm.has_value()) << slurm.error().message;
  return slurm ? std::make_unique<LabSubject>(*lab, std::move(*slurm)) : nullptr;
}

// Null: slurmrestd is of another release than this version.
std::unique_ptr<ContractSubject> rest_subject(int version) {
  TestLab* lab = TestLab::instance();
  if (lab == nullptr || lab->rest_url().empty()) {
    return nullptr;
  }
  auto slurm =
      make_rest({.url = lab->rest_url(), .token_file = lab->token_file(), .only_version = version});
  EXPECT_TRUE(slurm.has_value()) << slurm.error().message;
  const auto pong = slurm ? (*slurm)->ping() : Result<ClusterInfo>(ClusterInfo{});
  const bool unknown = !pong && pong.error().code == Code::kUnsupported;
  const bool priorities = version != 36;
  return slurm && !unknown ? std::make_unique<LabSubject>(*lab, std::move(*slurm), priorities)
                           : nullptr;
}

INSTANTIATE_TEST_SUITE_P(
    Adapters, SlurmContract,
    testing::Values(
        ContractSubjectFactory{"Fake", [] { return std::make_unique<FakeSubject>(); }},
        ContractSubjectFactory{"Local", [] { return std::make_unique<LocalSubject>(); }},
        ContractSubjectFactory{"Cli", [] { return lab_subject(Preference::kCli); }},
        ContractSubjectFactory{"Native", [] { return lab_subject(Preference::kNative); }},
        ContractSubjectFactory{"Rest", [] { return rest_subject(0); }},
        ContractSubjectFactory{"Rest36", [] { return rest_subject(36); }},
        ContractSubjectFactory{"Rest40", [] { return rest_subject(40); }},
        ContractSubjectFactory{"Rest43", [] { return rest_subject(43); }}),
    [](const auto& chosen) { return chosen.param.name; });

}  // namespace
}  // namespace sluice::slurm
