// SPDX-License-Identifier: Apache-2.0
#include "pod/outside.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pipe.h"

namespace sluice::pod {
namespace {

TEST(Outside, StartsItsProgramAsAChildOfTheCaller) {
  const auto outside =
      Outside::make({"sh", "-c", "echo $WORD; exit 7"}, {"PATH=/usr/bin:/bin", "WORD=hello"});
  ASSERT_TRUE(outside.has_value()) << outside.error().message;
  for (int i = 0; i < 2; ++i) {
    Pipe out = make_pipe().value();
    const auto pid = (*outside)->start(-1, out.write.get(), STDERR_FILENO);
    ASSERT_TRUE(pid.has_value()) << pid.error().message;
    out.write.reset();
    int status = 0;
    ASSERT_EQ(::waitpid(*pid, &status, 0), *pid);
    EXPECT_EQ(WEXITSTATUS(status), 7);
    char text[16]{};
    EXPECT_EQ(::read(out.read.get(), text, sizeof text), 6);
    EXPECT_STREQ(text, "hello\n");
  }
}

TEST(Outside, AProgramThatIsNotThereIsToldAtOnce) {
  EXPECT_EQ(Outside::make({"no-such-program"}, {"PATH=/bin"}).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::pod
