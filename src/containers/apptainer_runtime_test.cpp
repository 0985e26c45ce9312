// SPDX-License-Identifier: Apache-2.0
// With a program that only shows how it was called; the real one is tested by the contract test
// where it is installed.
#include "containers/apptainer_runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "containers/test_runner.h"

namespace sluice::containers {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class ApptainerRuntimeTest : public ::testing::Test {
 protected:
  ApptainerRuntimeTest() {
    const std::string program = scratch_.path() / "apptainer";
    EXPECT_TRUE(write_file_atomic(program,
                                  "#!/bin/sh\nfor a; do echo \"<$a>\"; done\n"
                                  "echo \"[$APPTAINERENV_A]\"\nexit 9\n",
                                  0755)
                    .has_value());
    EXPECT_TRUE(make_directory(scratch_.path() / "image/bin").has_value());
    EXPECT_TRUE(write_file_atomic(scratch_.path() / "image/bin/tool", "", 0755).has_value());
  }
  ~ApptainerRuntimeTest() override {
    while (::wait(nullptr) > 0) {  // guards end with what they watch
    }
  }
  ApptainerRuntime runtime() {
    ApptainerRuntime made({"apptainer", scratch_.path() / "apptainer"});
    EXPECT_TRUE(made.enter({.scratch = scratch_.path()}).has_value());
    return made;
  }
  Launch launch(std::vector<std::string> argv) {
    return {.root = scratch_.path() / "image",
            .argv = std::move(argv),
            .environment = {"PATH=/bin", "A=it's \"x\"\n$y"}};
  }
  TemporaryDirectory scratch_;
};

TEST_F(ApptainerRuntimeTest, TheCommandArrivesWordByWord) {
  ApptainerRuntime made = runtime();
  const std::string text = run_with(made, launch({"tool", "a b", "$c"}));
  EXPECT_THAT(text, HasSubstr("<" + (scratch_.path() / "image").string() +
                              ">\n<tool>\n<a b>\n<$c>\n[it's \"x\"\n$y]\nexit 9"));
  EXPECT_THAT(text, HasSubstr("<type=bind,source=" + (scratch_.path() / "shm").string() +
                              ",destination=/dev/shm>"));
}

TEST_F(ApptainerRuntimeTest, WhatCannotWorkIsSaidBeforeItIsTried) {
  ApptainerRuntime made = runtime();
  EXPECT_EQ(run_with(made, launch({"gone"})),
            "error: exec: \"gone\": executable file not found in $PATH");
  EXPECT_THAT(run_with(made, launch({"tool", std::string(200 << 10, 'x')})),
              HasSubstr("error: exec: \"tool\": argument list too long"));
}

TEST_F(ApptainerRuntimeTest, AContainerThatIsNotThereCannotBeEntered) {
  ApptainerRuntime made = runtime();
  const auto entered = made.execute(::getpid(), launch({"tool"}));
  ASSERT_FALSE(entered.has_value());
  EXPECT_EQ(entered.error().code, Code::kUnavailable);
}

TEST_F(ApptainerRuntimeTest, MemoryThatIsNotGivenIsTold) {
  ApptainerRuntime made({"apptainer", "/x"});
  const auto notes = made.enter({.scratch = scratch_.path(), .memory = {{scratch_.path(), 1}}});
  ASSERT_TRUE(notes.has_value());
  EXPECT_THAT(*notes, ::testing::ElementsAre(HasSubstr("volumes in memory are directories")));
}

TEST(FindApptainer, AMissingProgramIsNamed) {
  const auto found = find_apptainer("no-such-apptainer");
  ASSERT_FALSE(found.has_value());
  EXPECT_THAT(found.error().message, EndsWith("no-such-apptainer: there is no such program here"));
}

}  // namespace
}  // namespace sluice::containers
