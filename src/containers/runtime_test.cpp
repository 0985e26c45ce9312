// SPDX-License-Identifier: Apache-2.0
#include "containers/runtime.h"

#include <gtest/gtest.h>

namespace sluice::containers {
namespace {

TEST(MakeRuntime, KnowsThoseThatNeedNoOtherProgram) {
  for (const char* name : {"builtin", "host"}) {
    const auto runtime = make_runtime(name);
    ASSERT_TRUE(runtime.has_value());
    EXPECT_EQ((*runtime)->name(), name);
  }
}

TEST(MakeRuntime, RefusesAnUnknownNameByName) {
  const auto runtime = make_runtime("podman");
  ASSERT_FALSE(runtime.has_value());
  EXPECT_EQ(runtime.error().code, Code::kUnsupported);
  EXPECT_NE(runtime.error().message.find("podman"), std::string::npos);
}

}  // namespace
}  // namespace sluice::containers
