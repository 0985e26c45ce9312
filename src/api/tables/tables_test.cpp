// SPDX-License-Identifier: Apache-2.0
// The committed tables are what tools/apigen writes today. Needs the facts of the release they were
// made from, which do not travel with the repository.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "api/test_facts.h"
#include "base/command.h"
#include "base/files.h"

namespace sluice::api {
namespace {

TEST(Tables, AreWhatTheGeneratorWrites) {
  const std::filesystem::path source = SLUICE_SOURCE_DIR;
  const std::filesystem::path facts = source / "../shared/kubernetes/v1.35.8";
  if (!has_facts(facts / "openapi/swagger.json") || !find_program("python3")) {
    GTEST_SKIP() << "no facts at " << facts;
  }
  std::string scratch = std::filesystem::temp_directory_path() / "apigen-XXXXXX";
  ASSERT_NE(mkdtemp(scratch.data()), nullptr);
  ProcessRunner runner;
  const auto output = runner.run({.argv = {source / "tools/apigen", facts, scratch}});
  ASSERT_TRUE(output.has_value()) << output.error().message;
  EXPECT_EQ(output->exit_code, 0) << output->err;
  for (const char* name : {"kinds.cpp", "schemas.cpp", "schemas.h"}) {
    const auto fresh = read_file(std::filesystem::path(scratch) / name);
    const auto committed = read_file(source / "src/api/tables" / name);
    ASSERT_TRUE(fresh.has_value() && committed.has_value()) << name;
    EXPECT_TRUE(*fresh == *committed) << name << " differs: run tools/apigen " << facts;
  }
  std::filesystem::remove_all(scratch);
}

}  // namespace
}  // namespace sluice::api
