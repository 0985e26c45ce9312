// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace sluice::api {

// Whether the facts of the release that a test compares with are there: they do not travel with the
// repository, and without them the test is to be skipped. What runs on every change has them, and
// says so with CI=true: there it has failed then.
inline bool has_facts(const std::filesystem::path& path, const char* ci = std::getenv("CI")) {
  if (std::filesystem::exists(path)) {
    return true;
  }
  EXPECT_FALSE(ci != nullptr && std::string_view(ci) == "true") << "no facts at " << path;
  return false;
}

}  // namespace sluice::api
