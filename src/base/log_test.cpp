// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

namespace sluice {
namespace {

class Log : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::pipe(pipe_.data()), 0);
    log::set_output(pipe_[1]);
  }
  void TearDown() override {
    log::set_output(STDERR_FILENO);
    ::close(pipe_[0]);
    ::close(pipe_[1]);
  }
  std::string read_line() {
    std::array<char, 512> buffer{};
    const ssize_t n = ::read(pipe_[0], buffer.data(), buffer.size());
    return {buffer.data(), static_cast<std::size_t>(n)};
  }
  std::array<int, 2> pipe_{};
};

TEST_F(Log, QuotesOnlyWhatNeedsIt) {
  log::info("pod started", {{"pod", "default/a"}, {"why", "said \"go\"\nnow"}});
  const std::string line = read_line();
  EXPECT_NE(line.find(R"(level=info msg="pod started" pod=default/a why="said \"go\"\nnow")"),
            std::string::npos)
      << line;
  EXPECT_EQ(line.back(), '\n');
}

TEST_F(Log, DropsLinesBelowTheLevel) {
  log::debug("quiet");
  log::error("loud");
  EXPECT_NE(read_line().find("msg=loud"), std::string::npos);
}

}  // namespace
}  // namespace sluice
