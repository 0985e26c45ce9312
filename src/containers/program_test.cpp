// SPDX-License-Identifier: Apache-2.0
#include "containers/program.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/files.h"

namespace sluice::containers {
namespace {

class ProgramTest : public ::testing::Test {
 protected:
  std::string file(const std::string& name, mode_t mode) {
    const std::string path = scratch_.path() / name;
    EXPECT_TRUE(write_file_atomic(path, "#!/bin/sh\n", mode).has_value());
    ::chmod(path.c_str(), mode);
    return path;
  }
  std::vector<std::string> environment() { return {"A=b", "PATH=" + scratch_.path().string()}; }
  TemporaryDirectory scratch_;
};

TEST_F(ProgramTest, IsFoundInThePathOfItsOwnEnvironment) {
  const std::string path = file("tool", 0755);
  EXPECT_EQ(find_program("tool", environment()).value(), path);
  EXPECT_EQ(find_program(path, {}).value(), path);
}

TEST_F(ProgramTest, TheUsualDirectoriesServeWithoutAPath) {
  EXPECT_TRUE(find_program("sh", {"A=b"}).has_value());
}

TEST_F(ProgramTest, WhatIsMissingOrNotExecutableIsSaidInKnownWords) {
  const std::string plain = file("plain", 0644);
  const auto message = [&](const std::string& name) {
    return find_program(name, environment()).error().message;
  };
  EXPECT_EQ(message("gone"), "exec: \"gone\": executable file not found in $PATH");
  EXPECT_EQ(message("plain"), "exec: \"plain\": executable file not found in $PATH");
  EXPECT_EQ(message(""), "exec: \"\": executable file not found in $PATH");
  EXPECT_EQ(message("/no/x"), "exec: \"/no/x\": stat /no/x: no such file or directory");
  EXPECT_EQ(message(plain), "exec: \"" + plain + "\": permission denied");
  EXPECT_EQ(message("/tmp/"), "exec: \"/tmp/\": is a directory");
}

TEST_F(ProgramTest, NoCommandAndAFileThatIsNoProgramAreErrors) {
  EXPECT_EQ(run_program({}, {}).message, "no command specified");
  const std::string odd = scratch_.path() / "odd";
  ASSERT_TRUE(write_file_atomic(odd, "not a program", 0755).has_value());
  EXPECT_EQ(run_program({odd}, {}).message, "exec: \"" + odd + "\": exec format error");
}

TEST(CauseOf, StartsSmall) {
  EXPECT_EQ(cause_of(EACCES), "permission denied");
}

}  // namespace
}  // namespace sluice::containers
