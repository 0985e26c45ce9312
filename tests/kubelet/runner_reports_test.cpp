// SPDX-License-Identifier: Apache-2.0
// A real runner process, started by the real job script, ringing at a real doorbell.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/meta.h"
#include "base/unique_fd.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

class RunnerReports : public KubeletWorld {
 protected:
  RunnerReports() {
    options_.sluice_binary = TEST_RUNNER;
    options_.report_host = "127.0.0.1";
    slurm_.on_start(
        [this](const slurm::Job&, const slurm::JobRequest& request) { spawn(request.script); });
    start_kubelet();
  }

  ~RunnerReports() override {
    if (runner_ > 0) {
      ::kill(runner_, SIGKILL);
      ::waitpid(runner_, nullptr, 0);
    }
  }

  void spawn(const std::string& script) {
    const std::vector<const char*> argv{"sh", "-c", script.c_str(), nullptr};
    EXPECT_EQ(::posix_spawn(&runner_, "/bin/sh", nullptr, nullptr,
                            const_cast<char* const*>(argv.data()), environ),
              0);
  }

  int await_runner() {
    int status = 0;
    EXPECT_EQ(::waitpid(runner_, &status, 0), runner_);
    runner_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  static bool write_to(const std::string& fifo, std::string_view text) {
    const UniqueFd fd(::open(fifo.c_str(), O_WRONLY | O_CLOEXEC));
    return ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }

  pid_t runner_ = 0;
};

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
