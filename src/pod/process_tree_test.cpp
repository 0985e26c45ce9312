// SPDX-License-Identifier: Apache-2.0
#include "pod/process_tree.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/child_processes.h"

namespace sluice::pod {
namespace {

using std::chrono::milliseconds;

TEST(ParseStat, CountsTimesAndPages) {
  const auto usage = parse_stat(
      "7 (a) b) S 1 7 7 0 -1 4194560 10 0 0 0 5 6 7 8 20 0 1 0 99 1000 3 18446744073709551615 0\n",
      milliseconds(10), 4096);
  ASSERT_TRUE(usage.has_value());
  EXPECT_EQ(usage->cpu, milliseconds(260));
  EXPECT_EQ(usage->resident_bytes, 3 * 4096);
}

TEST(ParseStat, OtherTextIsNothing) {
  for (const char* text : {"", "7 (a", "7 (a) S 1 7", ") "}) {
    EXPECT_FALSE(parse_stat(text, milliseconds(10), 4096).has_value()) << text;
  }
}

// A child with a child of its own; both wait until they are killed.
class ProcessTree : public testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ready{};
    ASSERT_EQ(::pipe(ready.data()), 0);
    child_ = ::fork();
    if (child_ == 0) {
      ::setpgid(0, 0);
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that dies leaves nobody behind
      if (::fork() == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        [[maybe_unused]] const ssize_t told = ::write(ready[1], "x", 1);
      }
      while (true) {
        ::pause();
      }
    }
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
  }
  void TearDown() override {
    ::kill(-child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

  pid_t child_ = 0;
};

TEST_F(ProcessTree, KnowsWhoDescendsFromWhom) {
  const auto mine = children_of(::getpid());
  EXPECT_NE(std::find(mine.begin(), mine.end(), child_), mine.end());
  EXPECT_EQ(children_of(child_).size(), 1U);
}

TEST_F(ProcessTree, CountsAllThatDescend) {
  const pid_t grandchild = children_of(child_).at(0);
  const std::array<pid_t, 1> all{child_};
  const std::array<pid_t, 1> last{grandchild};
  const TreeUsage both = tree_usage(all);
  const TreeUsage one = tree_usage(last);
  EXPECT_GT(one.resident_bytes, 0);
  EXPECT_GT(both.resident_bytes, one.resident_bytes);
}

TEST(TreeUsage, OfAProcessThatHasGoneIsNothing) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  const std::array<pid_t, 1> roots{child};
  EXPECT_EQ(tree_usage(roots).resident_bytes, 0);
  EXPECT_TRUE(children_of(child).empty());
}

}  // namespace
}  // namespace sluice::pod
