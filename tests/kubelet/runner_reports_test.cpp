// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "runner_world.h"

namespace sluice {
namespace {

using RunnerReports = RunnerWorld;

TEST_F(RunnerReports, ThePodsLifeIsHeardWithoutSlurmctld) {
  const std::string gate = (home_.path() / "gate").string();
  ASSERT_EQ(::mkfifo(gate.c_str(), 0600), 0);
  const client::Object pod = create_pod(
      "p", R"({"containers":[{"name":"main","image":"none","command":["sh","-c","read x <)" + gate +
               R"(; exit 3"]}]})");
  await_job(comment(pod));
  slurm_.set_unavailable(true);  // nothing but its reports can tell of the pod now
  slurm_.run();
  await_phase("p", "Running");
  ASSERT_TRUE(write_to(gate, "go\n"));
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "containerStatuses")
                .as_array()[0]
                .at("state", "terminated", "exitCode")
                .as_int(),
            3);
  EXPECT_EQ(await_runner(), 1);
}

}  // namespace
}  // namespace sluice
