// SPDX-License-Identifier: Apache-2.0
#include "lab/leftovers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::lab {
namespace {

const Membership kLab{"/tmp/lab", "lab_1", {{50, 5}}};

ProcessEntry process(pid_t pid, pid_t parent, std::vector<std::string> environment = {}) {
  return {{pid, 1}, parent, "", std::move(environment)};
}

std::vector<pid_t> pids(const std::vector<ProcessEntry>& all, pid_t self = 9999) {
  std::vector<pid_t> result;
  for (const ProcessId& id : members(all, kLab, self)) {
    result.push_back(id.pid);
  }
  return result;
}

TEST(Leftovers, MarkedDaemonsAndTheirDescendantsAreMembers) {
  EXPECT_THAT(pids({process(1, 0), process(10, 1, {"A=1", "SLUICE_LAB_MEMBER=/tmp/lab"}),
                    process(11, 10), process(12, 11), process(13, 1)}),
              testing::ElementsAre(10, 11, 12));
}

TEST(Leftovers, AnotherLabWithALongerNameIsSpared) {
  EXPECT_THAT(pids({process(10, 1, {"SLUICE_LAB_MEMBER=/tmp/lab2"})}), testing::IsEmpty());
}

TEST(Leftovers, OrphansOfJobsAreMembersButSubmittersAreNot) {
  EXPECT_THAT(pids({process(20, 1, {"SLURM_CLUSTER_NAME=lab_1", "SLURMD_NODENAME=n1"}),
                    process(21, 1, {"SLURM_CLUSTER_NAME=lab_1", "SLURM_JOB_ID=3"}),
                    process(22, 1, {"SLURM_CLUSTER_NAME=site", "SLURMD_NODENAME=n1"})}),
              testing::ElementsAre(20));
}

TEST(Leftovers, AReusedPidOfTheStateFileIsSpared) {
  ProcessEntry same{{50, 5}, 1, "", {}};
  ProcessEntry reused{{50, 6}, 1, "", {}};
  EXPECT_THAT(pids({same}), testing::ElementsAre(50));
  EXPECT_THAT(pids({reused}), testing::IsEmpty());
}

TEST(Leftovers, SshdIsKnownByTheConfigurationInItsTitle) {
  const ProcessEntry ours{
      {30, 1}, 1, "sshd: /usr/sbin/sshd -D -f /tmp/lab/ssh/sshd_config [listener] 0 of 9", {}};
  const ProcessEntry editor{{31, 1}, 1, "vi /tmp/lab/ssh/sshd_config", {}};
  EXPECT_THAT(pids({ours, editor}), testing::ElementsAre(30));
}

TEST(Leftovers, AStepDaemonIsKnownByItsWorkingDirectory) {
  const auto in = [](pid_t pid, std::string command, std::string directory) {
    return ProcessEntry{{pid, 1}, 1, std::move(command), {}, std::move(directory)};
  };
  EXPECT_THAT(pids({in(40, "slurmstepd: [7.batch]", "/tmp/lab/run"),
                    in(41, std::string("/usr/sbin/slurmstepd\0", 21), "/tmp/lab"),
                    in(42, "slurmstepd: [7.batch]", "/tmp/lab2/run"),
                    in(43, "bash", "/tmp/lab/run"), in(44, "vi slurmstepd", "/tmp/lab/run")}),
              testing::ElementsAre(40, 41));
}

TEST(Leftovers, AnSrunOfTheLabIsAMemberAndAShellWithItsConfigurationIsNot) {
  const auto with = [](pid_t pid, std::string command, std::string directory) {
    return ProcessEntry{
        {pid, 1}, 1, std::move(command), {"SLURM_CONF=" + directory + "/etc/slurm.conf"}};
  };
  EXPECT_THAT(pids({with(60, "/usr/bin/srun --immediate=1", "/tmp/lab"),
                    with(61, "/usr/bin/srun true", "/tmp/lab2"), with(62, "bash", "/tmp/lab")}),
              testing::ElementsAre(60));
}

TEST(Leftovers, TheCallerAndItsAncestorsAreSpared) {
  EXPECT_THAT(pids({process(10, 1, {"SLUICE_LAB_MEMBER=/tmp/lab"}), process(11, 10),
                    process(12, 11), process(13, 10)},
                   12),
              testing::ElementsAre(13));
}

}  // namespace
}  // namespace sluice::lab
