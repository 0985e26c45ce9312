// SPDX-License-Identifier: Apache-2.0
// How loading fails; what the adapter does: slurm_contract_cases.h.
#include "slurm/native.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::slurm {
namespace {

TEST(Native, AnUnreadableConfigurationIsAnErrorNotAnExit) {
  const auto slurm = load_native("/nonexistent/module.so", "/nonexistent/slurm.conf");
  ASSERT_FALSE(slurm.has_value());
  EXPECT_EQ(slurm.error().code, Code::kNotFound);
  EXPECT_NE(slurm.error().message.find("/nonexistent/slurm.conf"), std::string::npos);
}

TEST(Native, AMissingModuleIsNotFound) {
  const auto slurm = load_native("/nonexistent/module.so", "/dev/null");
  ASSERT_FALSE(slurm.has_value());
  EXPECT_EQ(slurm.error().code, Code::kNotFound);
}

TEST(Native, AForeignObjectIsUnsupported) {
  const auto slurm = load_native("libdl.so.2", "/dev/null");
  ASSERT_FALSE(slurm.has_value());
  EXPECT_EQ(slurm.error().code, Code::kUnsupported);
}

TEST(Native, ReleaseOfAMissingModuleIsNotFound) {
  EXPECT_EQ(native_release("/nonexistent/module.so").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::slurm
