// SPDX-License-Identifier: Apache-2.0
#include "cmd/allocation.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>

#include <cstdlib>

#include "base/files.h"
#include "base/unique_fd.h"

namespace sluice::cmd {
namespace {

// A scancel that writes down what it is asked, and a port where an srun may listen.
class InAllocation : public testing::Test {
 protected:
  InAllocation() {
    const std::string script =
        "#!/bin/sh\necho \"$@\" >>" + (scratch_.path() / "asked").string() + "\n";
    EXPECT_TRUE(write_file_replacing(scratch_.path() / "scancel", script, 0700).has_value());
    ::setenv("PATH", (scratch_.path().string() + ":/usr/bin:/bin").c_str(), 1);
    ::setenv("SLURM_JOB_ID", "4711", 1);
    ::unsetenv("SLURM_CONF");
    ::setenv("SLURM_SRUN_COMM_HOST", "127.0.0.1", 1);
    ::setenv("SLURM_SRUN_COMM_PORT", std::to_string(bind_port()).c_str(), 1);
  }
  ~InAllocation() override { ::setenv("PATH", path_.c_str(), 1); }

  std::uint16_t bind_port() {
    sockaddr_in address{.sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(srun_.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(srun_.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    return ntohs(address.sin_port);
  }
  std::string asked() { return read_file(scratch_.path() / "asked").value_or(""); }

  TemporaryDirectory scratch_{"allocation"};
  std::string path_ = std::getenv("PATH");
  UniqueFd srun_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
};

TEST_F(InAllocation, ItIsLeftToTheSrunThatWaitsForUs) {
  ASSERT_EQ(::listen(srun_.get(), 1), 0);
  EXPECT_EQ(run_in_allocation([] { return 3; }), 3);
  EXPECT_EQ(asked(), "");
}

TEST_F(InAllocation, ItIsGivenBackWhereSrunIsGone) {
  EXPECT_EQ(run_in_allocation([] { return 3; }), 3);
  EXPECT_EQ(asked(), "--verbose 4711\n");
}

TEST_F(InAllocation, ItIsGivenBackWhenTheWorkWasKilled) {
  EXPECT_EQ(run_in_allocation([] { return ::raise(SIGKILL); }), 128 + SIGKILL);
  EXPECT_EQ(asked(), "--verbose 4711\n");
}

TEST_F(InAllocation, ASignalToTheWholeStepReachesTheWorkOnly) {
  EXPECT_EQ(run_in_allocation([] {
              ::kill(::getppid(), SIGTERM);
              return ::raise(SIGTERM);
            }),
            128 + SIGTERM);
  EXPECT_EQ(asked(), "--verbose 4711\n");
}

}  // namespace
}  // namespace sluice::cmd
