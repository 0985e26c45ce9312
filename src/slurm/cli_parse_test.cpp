// SPDX-License-Identifier: Apache-2.0
#include "slurm/cli_parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace sluice::slurm {
namespace {

// Captured from Slurm 22.05.8; ^_ and ^^ stand for the separators.
std::string captured(std::string text) {
  for (const auto& [shown, byte] : {std::pair{"^_", '\x1f'}, std::pair{"^^", '\x1e'}}) {
    for (std::size_t at = text.find(shown); at != std::string::npos; at = text.find(shown)) {
      text.replace(at, 2, 1, byte);
    }
  }
  return text;
}

TEST(CliParse, JobsKeepTheirCommentsExactly) {
  const auto jobs = parse_jobs(captured(
      "2^_ns/pod name^_odd \"quotes\" | "
      "a,b=c\nsecond\tline^_main^_root^_FAILED^_NonZeroExitCode^_n1"
      "^_1792^_4294901758^_1794720433^_1794720436^_1794720437^_1^_1:00:00^_2^_2^_N/A^^\n"
      "3^_x^_(null)^_main^_root^_PENDING^_JobHeldUser^_^_0^_0^_1794720433^_N/A^_N/A^_0^_UNLIMITED"
      "^_0^_3^_N/A^^\n"));
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].comment, "odd \"quotes\" | a,b=c\nsecond\tline");
  EXPECT_EQ(jobs[0].state, JobState::kFailed);
  EXPECT_EQ(jobs[0].exit_code, 7);
  EXPECT_EQ(jobs[0].nodes, "n1");
  EXPECT_EQ(jobs[0].ended, WallTime(std::chrono::seconds(1794720437)));
  EXPECT_TRUE(jobs[0].batch && !jobs[1].batch);
  EXPECT_EQ(jobs[1].comment, "");
  EXPECT_TRUE(jobs[1].held);
  EXPECT_EQ(jobs[1].reason, "JobHeldUser");
  EXPECT_FALSE(jobs[1].expected_start.has_value());
  EXPECT_EQ(jobs[0].priority, 4294901758);
  EXPECT_EQ(jobs[0].time_limit_seconds, 3600);
  EXPECT_EQ(jobs[1].time_limit_seconds, 0);
  EXPECT_EQ(jobs[0].restarts, 2);
}

TEST(CliParse, AccountsTellStateExitAndWhoCancelled) {
  const auto jobs = parse_accounting(captured(
      "7^_ns/pod^_sluice:a:b:1^_main^_root^_CANCELLED by 0^_None^_n1^_0:15^_4294901758^_"
      "1794720433^_1794720436^_1794720437^_60^_7\n"
      "8^_x^_^_main^_root^_PENDING^_JobHeldUser^_None assigned^_0:0^_0^_1794720433^_"
      "Unknown^_Unknown^_UNLIMITED^_8\n"
      "9.batch^_x^_^_^_^_FAILED^_^_^_1:0^_^_1^_1^_1^_^_9.batch\nsacct: a line that is none\n"));
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].state, JobState::kCancelled);
  EXPECT_EQ(jobs[0].cancelled_by, "root");
  EXPECT_EQ(jobs[0].signal, 15);
  EXPECT_EQ(jobs[0].time_limit_seconds, 3600);
  EXPECT_EQ(jobs[0].ended, WallTime(std::chrono::seconds(1794720437)));
  EXPECT_EQ(jobs[1].state, JobState::kPending);
  EXPECT_EQ(jobs[1].nodes, "");
  EXPECT_EQ(jobs[1].cancelled_by, "");
  EXPECT_FALSE(jobs[1].started.has_value());
}

TEST(CliParse, AccountsThatDoNotKnowTheEndYetDoNotTellItsExit) {
  const auto jobs = parse_accounting(
      captured("7^_x^_^_main^_root^_FAILED^_None^_n1^_0:0^_1^_1^_2^_Unknown^_60^_7\n"));
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_EQ(jobs[0].state, JobState::kCompleting);
}

TEST(CliParse, JobKilledByASignalShowsIt) {
  const auto jobs = parse_jobs(
      captured("5^_x^_c^_p^_u^_FAILED^_None^_n1^_9^_1^_1^_1^_1^_1^_1:00^_0^_5^_N/A^^\n"));
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_EQ(jobs[0].signal, 9);
  EXPECT_EQ(jobs[0].exit_code, 0);
}

TEST(CliParse, TasksTellTheirArray) {
  const auto jobs = parse_jobs(
      captured("9^_x^_c^_p^_u^_PENDING^_None^_^_0^_1^_1^_1^_1^_1^_1:00^_0^_9^_4-5%2^^\n"
               "12^_x^_c^_p^_u^_RUNNING^_None^_n1^_0^_1^_1^_1^_1^_1^_1:00^_0^_9^_3^^\n"));
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].array_job, 9U);
  EXPECT_EQ(jobs[0].array_tasks, "4-5%2");
  EXPECT_EQ(jobs[1].array_job, 9U);
  EXPECT_EQ(jobs[1].array_tasks, "3");
  const auto remembered =
      parse_accounting(captured("9^_x^_^_p^_u^_PENDING^_^_^_0:0^_^_1^_1^_1^_^_9_[4-5%2]\n"
                                "12^_x^_^_p^_u^_FAILED^_^_^_1:0^_^_1^_1^_1^_^_9_3\n"));
  ASSERT_EQ(remembered.size(), 2U);
  EXPECT_EQ(remembered[0].array_tasks, "4-5%2");
  EXPECT_EQ(remembered[1].array_job, 9U);
  EXPECT_EQ(remembered[1].array_tasks, "3");
}

TEST(CliParse, NewerReleasesTellCodeAndSignalApart) {
  const auto jobs = parse_jobs(
      captured("5^_x^_c^_p^_u^_FAILED^_None^_n1^_7:0^_1^_1^_1^_1^_1^_UNLIMITED^_0^_5^_N/A^^\n"
               "6^_x^_c^_p^_u^_FAILED^_None^_n1^_0:15^_1^_1^_1^_1^_1^_UNLIMITED^_0^_5^_N/A^^\n"));
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].exit_code, 7);
  EXPECT_EQ(jobs[0].signal, 0);
  EXPECT_EQ(jobs[1].exit_code, 0);
  EXPECT_EQ(jobs[1].signal, 15);
}

TEST(CliParse, RecordsThatDoNotFitAreLeftOut) {
  EXPECT_TRUE(parse_jobs("").empty());
  EXPECT_TRUE(parse_jobs("slurm_load_jobs error: Invalid user").empty());
  EXPECT_TRUE(
      parse_jobs(captured("x^_a^_b^_c^_d^_e^_f^_g^_h^_i^_j^_k^_l^_m^_n^_o^_p^_q^_r^^")).empty());
  EXPECT_TRUE(
      parse_jobs(captured("99999999999^_a^_b^_c^_d^_e^_f^_g^_h^_i^_j^_k^_l^_m^_n^_o^_p^_q^_r^^"))
          .empty());
}

TEST(CliParse, ANodeOfTwoPartitionsIsOneNode) {
  const auto nodes =
      parse_nodes(captured("n1^_debug^_idle+drain^_16^_32000^_odd | reason^_gpu:a100:2(S:0)^^\n"
                           "n1^_main^_idle+drain^_16^_32000^_odd | reason^_gpu:a100:2(S:0)^^\n"
                           "n2^_main^_mixed^_16^_32000^_none^_(null)^^\n"
                           "^_empty^_^_0^_0^_none^_^^\n"));
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].state, "IDLE+DRAIN");
  EXPECT_EQ(nodes[0].reason, "odd | reason");
  EXPECT_THAT(nodes[0].partitions, testing::ElementsAre("debug", "main"));
  EXPECT_EQ(nodes[1].reason, "");
  EXPECT_EQ(nodes[1].memory_mib, 32000);
  EXPECT_EQ(nodes[0].gres, (Gres{{"gpu", 2}, {"gpu:a100", 2}}));
  EXPECT_TRUE(nodes[1].gres.empty());
}

TEST(CliParse, PartitionsTellDefaultStateAndLimit) {
  const auto partitions = parse_partitions(
      "PartitionName=main AllowGroups=ALL Default=YES QoS=N/A MaxTime=UNLIMITED State=UP\n"
      "PartitionName=debug Default=NO MaxTime=1-01:00:00 State=DOWN\n\n");
  ASSERT_EQ(partitions.size(), 2U);
  EXPECT_TRUE(partitions[0].is_default && partitions[0].up);
  EXPECT_EQ(partitions[0].max_time_seconds, 0);
  EXPECT_FALSE(partitions[1].is_default || partitions[1].up);
  EXPECT_EQ(partitions[1].max_time_seconds, 90000);
}

TEST(CliParse, DurationsAreReadAsSlurmWritesThem) {
  EXPECT_EQ(parse_slurm_duration("01:00:00"), 3600);
  EXPECT_EQ(parse_slurm_duration("05:30"), 330);
  EXPECT_EQ(parse_slurm_duration("UNLIMITED"), 0);
  EXPECT_EQ(parse_slurm_duration("-"), 0);
  EXPECT_EQ(parse_slurm_duration("999999999999-00:00:00"), 0);
}

TEST(CliParse, SubmittedIdIsTheNumberAlone) {
  EXPECT_EQ(parse_submitted("12\n").value(), 12U);
  EXPECT_EQ(parse_submitted("12;cluster\n").value(), 12U);
  EXPECT_FALSE(parse_submitted("Submitted batch job 12").has_value());
  EXPECT_FALSE(parse_submitted("0").has_value());
}

TEST(CliParse, ConfigurationNamesTheCluster) {
  const ClusterInfo info = parse_config(
      "Configuration data as of 2026\nClusterName             = lab\n"
      "InactiveLimit           = 120 sec\nSlurmctldHost[0]        = vm(127.0.0.1)\nSLURM_VERSION   "
      "        = 22.05.8\n");
  EXPECT_EQ(info.name, "lab");
  EXPECT_EQ(info.control_host, "vm");
  EXPECT_EQ(info.version, "22.05.8");
  EXPECT_EQ(info.inactive_limit_seconds, 120);
}

// Structure-aware noise: separators, digits and words in any order must only ever be left out.
TEST(CliParse, AnyBytesAreSurvived) {
  std::mt19937 random(1);  // NOLINT: the same bytes every time
  const std::vector<std::string> pieces{"\x1f",
                                        "\x1e",
                                        "\n",
                                        "0",
                                        "-9223372036854775808",
                                        "9223372036854775807",
                                        "PENDING",
                                        "(null)",
                                        "=",
                                        "PartitionName=",
                                        "MaxTime=",
                                        "-",
                                        ":",
                                        std::string(1, '\0'),
                                        "\xff\xfe"};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (unsigned i = 0; i < random() % 80; ++i) {
      text += random() % 4 == 0 ? std::string(1, static_cast<char>(random() % 256))
                                : pieces[random() % pieces.size()];
    }
    (void)parse_jobs(text);
    (void)parse_nodes(text);
    (void)parse_partitions(text);
    (void)parse_submitted(text);
    (void)parse_slurm_duration(text);
    (void)parse_config(text);
  }
}

}  // namespace
}  // namespace sluice::slurm
