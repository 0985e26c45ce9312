// SPDX-License-Identifier: Apache-2.0
#include "cmd/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::cmd {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Settings : public ::testing::Test {
 protected:
  Result<void> load(std::string_view text) {
    EXPECT_TRUE(write_file_atomic(file_, text));
    return load_settings(usage_, file_);
  }
  TemporaryDirectory scratch_;
  std::filesystem::path file_ = scratch_.path() / "config.yaml";
  std::int64_t port_ = 0;
  bool foreground_ = false;
  std::string partition_;
  Usage usage_{.synopsis = "sluice x",
               .summary = "X.",
               .options = {{"port", "N", "", &port_},
                           {"foreground", "", "", &foreground_},
                           {"partition", "NAME", "", &partition_}}};
};

TEST_F(Settings, FillsOptionsByName) {
  ASSERT_TRUE(load("port: 6443\nforeground: true\npartition: batch\n"));
  EXPECT_EQ(port_, 6443);
  EXPECT_TRUE(foreground_);
  EXPECT_EQ(partition_, "batch");
}

TEST_F(Settings, AMissingOrEmptyFileIsFine) {
  EXPECT_TRUE(load_settings(usage_, scratch_.path() / "none"));
  EXPECT_TRUE(load(""));
}

TEST_F(Settings, FaultsNameFileAndKey) {
  EXPECT_THAT(load("prot: 1\n").error().message,
              AllOf(HasSubstr("config.yaml"), HasSubstr("prot")));
  EXPECT_THAT(load("port: high\n").error().message, HasSubstr("port"));
  EXPECT_THAT(load("- a\n").error().message, HasSubstr("map of settings"));
  EXPECT_THAT(load("a: [\n").error().message, HasSubstr("config.yaml"));
}

}  // namespace
}  // namespace sluice::cmd
