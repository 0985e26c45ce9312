// SPDX-License-Identifier: Apache-2.0
#include "kubelet/relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/files.h"

namespace sluice::kubelet {
namespace {

using testing::Contains;
using testing::ElementsAre;

const Relay::Target kTarget{.attempt = {"u", 2}, .job_id = 17};

class RelayTest : public testing::Test {
 protected:
  std::unique_ptr<Relay> start(const std::string& script) {
    const std::string srun = (scratch_.path() / "srun").string();
    EXPECT_TRUE(write_file_atomic(srun, "#!/bin/sh\n" + script, 0700));
    return Relay::start({.srun = srun, .sluice_binary = "/opt/sluice"}, kTarget, {"s1", 0}).value();
  }
  static void await_readable(int fd) {
    pollfd entry{fd, POLLIN, 0};
    ASSERT_EQ(::poll(&entry, 1, 20'000), 1);
  }

  TemporaryDirectory scratch_;
};

TEST_F(RelayTest, IsAStepOfTheJobBesideTheRunner) {
  const auto words =
      relay_arguments({.srun = "srun", .sluice_binary = "/opt/sluice"}, kTarget, {"s1", 0});
  EXPECT_EQ(words.front(), "srun");
  EXPECT_THAT(words, Contains("--jobid=17"));
  EXPECT_THAT(words, Contains("--overlap"));
  const std::vector<std::string> last(words.end() - 5, words.end());
  EXPECT_THAT(last, ElementsAre("/opt/sluice", "relay", "--pod=u", "--attempt=2", "--session=s1"));
  const auto here = relay_arguments({.srun = "", .sluice_binary = "/opt/s"}, kTarget, {"s1", 0});
  EXPECT_EQ(here.front(), "/opt/s");
}

TEST_F(RelayTest, ItsStandardStreamsAreOurConnection) {
  const auto relay = start("read x; echo got $x");
  const UniqueFd connection = relay->take_connection();
  ASSERT_EQ(::send(connection.get(), "hi\n", 3, 0), 3);
  await_readable(connection.get());
  char buffer[16];
  const ssize_t n = ::recv(connection.get(), buffer, sizeof buffer, 0);
  EXPECT_EQ(std::string(buffer, static_cast<std::size_t>(n)), "got hi\n");
}

TEST_F(RelayTest, AFailureHasACodeAndAComplaint) {
  const auto relay = start("echo srun: no >&2; echo such job >&2; exit 3");
  const UniqueFd connection = relay->take_connection();
  await_readable(connection.get());  // its end
  std::optional<int> code;
  while (!(code = relay->ended())) {
  }
  EXPECT_EQ(*code, 3);
  EXPECT_EQ(relay->complaint(), "srun: no such job");
}

TEST_F(RelayTest, AMissingProgramIsNamed) {
  const auto relay = Relay::start({.srun = "/no/such/srun"}, kTarget, {"s1", 0});
  ASSERT_FALSE(relay);
  EXPECT_NE(relay.error().message.find("/no/such/srun"), std::string::npos);
}

}  // namespace
}  // namespace sluice::kubelet
