// SPDX-License-Identifier: Apache-2.0
// Against the real Slurm of this machine, in scratch directories.
#include "lab/lab.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>

#include "base/command.h"
#include "base/files.h"
#include "base/processes.h"
#include "base/text.h"
#include "base/waiting.h"
#include "lab/leftovers.h"
#include "lab/state.h"

namespace sluice::lab {
namespace {

namespace fs = std::filesystem;

class LabTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_program("slurmctld") || !find_program("munged")) {
      GTEST_SKIP() << "slurmctld or munged is not installed: the lab cannot be tested here";
    }
  }
  void TearDown() override { ASSERT_TRUE(lab.down().has_value()); }

  void up(LabOptions options = {.nodes = 2}) {
    const auto started = lab.up(options, [&](std::string_view line) { told.emplace_back(line); });
    ASSERT_TRUE(started.has_value()) << started.error().message;
  }

  // Runs `script` in a shell that sourced the lab's env file.
  CommandOutput shell(const std::string& script) {
    auto output = runner.run({.argv = {"sh", "-c", ". " + lab.env_file().string() + "; " + script},
                              .timeout = std::chrono::seconds(60)});
    return output ? *output : CommandOutput{-1, "", output.error().message};
  }

  std::vector<ProcessId> processes() {
    return members(list_processes(),
                   {lab.directory().string(), cluster_name(Layout{lab.directory()}), {}},
                   ::getpid());
  }

  bool told_of(std::string_view what) {
    return std::any_of(told.begin(), told.end(), [&](const std::string& line) {
      return line.find(what) != std::string::npos;
    });
  }

  TemporaryDirectory scratch{"lab"};
  Lab lab{scratch.path() / "lab", {.shim = fs::path(SLUICE_BINARY_DIR) / "sluice-nodeip.so"}};
  ProcessRunner runner;
  std::vector<std::string> told;
};

TEST_F(LabTest, RunsAJobAndLeavesNoProcessAfterDown) {
  up();
  ASSERT_EQ(shell("sbatch -o /dev/null --wrap 'exit 3'").exit_code, 0);
  EXPECT_TRUE(wait_until(std::chrono::seconds(20), [&] {
    return shell("squeue -h -t all -o %j:%T").out.find("wrap:FAILED") != std::string::npos;
  }));

  const auto status = lab.status();
  ASSERT_TRUE(status.has_value());
  EXPECT_TRUE(status->running);
  EXPECT_EQ(status->daemons.size(), 4U);
  ASSERT_TRUE(lab.down().has_value());
  EXPECT_TRUE(processes().empty());
  EXPECT_FALSE(lab.status()->running);
}

TEST_F(LabTest, SecondUpSaysItRunsAndOtherOptionsAreRefused) {
  up();
  up();
  EXPECT_TRUE(told_of("running already"));
  const auto other = lab.up({.nodes = 3});
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error().code, Code::kAlreadyExists);
}

TEST_F(LabTest, DownEndsJobsAlsoWhenTheirDaemonsAndTheStateAreLost) {
  up();
  ASSERT_EQ(shell("sbatch -o /dev/null --export=NONE --wrap 'sleep 1000'").exit_code, 0);
  const auto job_runs = [&] {
    return shell("squeue -h -t R").out.find("wrap") != std::string::npos;
  };
  ASSERT_TRUE(wait_until(std::chrono::seconds(20), job_runs));
  const auto is_stepd = [](const ProcessEntry& e) {
    const auto name = read_file("/proc/" + std::to_string(e.id.pid) + "/comm");
    return name && name->starts_with("slurmstepd");
  };
  const std::vector<ProcessId> ours = processes();
  for (const ProcessEntry& entry : list_processes()) {
    if (is_stepd(entry) && std::find(ours.begin(), ours.end(), entry.id) != ours.end()) {
      send_signal(entry.id, SIGKILL);  // the job's processes are orphans now
    }
  }
  ASSERT_TRUE(lab.kill("slurmctld").has_value());
  ASSERT_TRUE(lab.kill("slurmd-n1").has_value());
  fs::remove(scratch.path() / "lab/lab.state");
  EXPECT_FALSE(processes().empty());
  ASSERT_TRUE(lab.down().has_value());
  EXPECT_TRUE(processes().empty());
}

TEST_F(LabTest, OneDaemonCanBeKilledAndStartedAgain) {
  up();
  ASSERT_TRUE(lab.kill("slurmctld").has_value());
  EXPECT_FALSE(lab.status()->running);
  ASSERT_TRUE(lab.start("slurmctld").has_value());
  EXPECT_TRUE(lab.status()->running);
  ASSERT_TRUE(lab.stop("slurmd-n2").has_value());
  ASSERT_TRUE(lab.start("slurmd-n2").has_value());
  EXPECT_EQ(shell("srun -Q -w n2 true").exit_code, 0);
  EXPECT_EQ(lab.start("slurmd-n9").error().code, Code::kNotFound);
}

TEST_F(LabTest, UpOnAHalfDeadLabStartsWhatIsMissing) {
  up();
  ASSERT_TRUE(lab.kill("slurmd-n1").has_value());
  up();
  EXPECT_TRUE(told_of("1 slurmd ready"));
  EXPECT_TRUE(lab.status()->running);
}

TEST_F(LabTest, RefusesADirectoryThatIsNotALab) {
  ASSERT_TRUE(make_directory(scratch.path() / "lab").has_value());
  ASSERT_TRUE(write_file_replacing(scratch.path() / "lab/thesis.tex", "years of work").has_value());
  const auto started = lab.up({});
  ASSERT_FALSE(started.has_value());
  EXPECT_EQ(started.error().code, Code::kForbidden);
  EXPECT_TRUE(fs::exists(scratch.path() / "lab/thesis.tex"));
}

TEST_F(LabTest, BadOptionsAreNamed) {
  const auto started = lab.up({.nodes = 0});
  ASSERT_FALSE(started.has_value());
  EXPECT_EQ(started.error().message, "nodes: expected 1 to 4000, got 0");
}

TEST_F(LabTest, ADirectoryHiddenInsideATreeIsRefused) {
  ASSERT_TRUE(make_directory(scratch.path() / "tree/etc").has_value());
  ASSERT_TRUE(write_file_replacing(scratch.path() / "tree/etc/passwd", "").has_value());
  const auto started =
      Lab("/usr/share/a-lab").up({.slurm_root = (scratch.path() / "tree").string()});
  ASSERT_FALSE(started.has_value());
  EXPECT_EQ(started.error().code, Code::kInvalid);
  EXPECT_FALSE(fs::exists("/usr/share/a-lab"));
}

TEST_F(LabTest, MissingProgramsNameTheirPackage) {
  const auto started = lab.up({.slurm_root = scratch.path().string()});
  ASSERT_FALSE(started.has_value());
  EXPECT_NE(started.error().message.find("slurmctld (Debian package slurmctld)"),
            std::string::npos);
}

TEST_F(LabTest, DynamicNodesRegisterAndRunOneJobTogether) {
  if (!fs::exists(fs::path(SLUICE_BINARY_DIR) / "sluice-nodeip.so")) {
    GTEST_SKIP() << "sluice-nodeip.so is not built";
  }
  up({.nodes = 3, .dynamic = true});
  const CommandOutput job = shell("srun -Q -N3 -n3 --mpi=none printenv SLURMD_NODENAME | sort");
  EXPECT_EQ(job.out, "n1\nn2\nn3\n") << job.err;
}

TEST_F(LabTest, AccountingRemembersAJob) {
  if (!find_program("mariadbd") || !find_program("slurmdbd")) {
    GTEST_SKIP() << "mariadb-server or slurmdbd is not installed";
  }
  up({.nodes = 1, .accounting = true});
  ASSERT_EQ(shell("srun -Q -J remembered true").exit_code, 0);
  EXPECT_TRUE(wait_until(std::chrono::seconds(30), [&] {
    return shell("sacct -nX -o jobname%20,state").out.find("remembered  COMPLETED") !=
           std::string::npos;
  })) << shell("sacct -nX -o jobname%20,state").out;
}

TEST_F(LabTest, RestAnswersWithAToken) {
  if (!find_program("slurmrestd") || !find_program("curl")) {
    GTEST_SKIP() << "slurmrestd or curl is not installed";
  }
  up({.nodes = 1, .rest = true});
  const CommandOutput ping = shell(
      "export $(scontrol token lifespan=600); "
      "printf 'header = \"X-SLURM-USER-TOKEN: %s\"\\n' \"$SLURM_JWT\" | "
      "curl -s -K - -H X-SLURM-USER-NAME:$(id -un) $SLUICE_LAB_REST_URL/slurm/v0.0.38/ping");
  EXPECT_NE(ping.out.find("\"UP\""), std::string::npos) << ping.out << ping.err;
}

TEST_F(LabTest, SshLogsInWithTheLabsKey) {
  if (!find_program("sshd") || !find_program("ssh")) {
    GTEST_SKIP() << "openssh is not installed";
  }
  up({.nodes = 1, .ssh = true});
  const CommandOutput login = shell(
      "ssh -F none -o BatchMode=yes -o UserKnownHostsFile=$SLUICE_LAB_SSH_KNOWN_HOSTS -o "
      "StrictHostKeyChecking=yes -i $SLUICE_LAB_SSH_KEY -p $SLUICE_LAB_SSH_PORT "
      "$SLUICE_LAB_SSH_USER@127.0.0.1 sinfo -h");
  EXPECT_NE(login.out.find("main*"), std::string::npos) << login.err;
}

}  // namespace
}  // namespace sluice::lab
