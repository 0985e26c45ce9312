// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/unique_fd.h"
#include "kubelet_world.h"

namespace sluice {

// A kubelet whose pods are run by a real runner process, started by the real job script, ringing at
// a real doorbell. One pod at a time.
class RunnerWorld : public KubeletWorld {
 protected:
  RunnerWorld() {
    options_.sluice_binary = TEST_RUNNER;
    options_.report_host = "127.0.0.1";
    slurm_.on_start(
        [this](const slurm::Job&, const slurm::JobRequest& request) { spawn(request.script); });
    start_kubelet();
  }

  ~RunnerWorld() override {
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

}  // namespace sluice
