// SPDX-License-Identifier: Apache-2.0
#include "agent/slurm_conf.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/files.h"

namespace sluice::agent {
namespace {

TEST(SlurmConf, ANodeTellsWhichOneItsSlurmdHas) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "slurm.conf";
  EXPECT_EQ(slurm_conf_digest(file), "");
  EXPECT_FALSE(slurm_conf_patch(json::Object{}, ""));
  ASSERT_TRUE(write_file_atomic(file, "ClusterName=a\n"));
  const std::string one = slurm_conf_digest(file);
  const auto told = slurm_conf_patch(json::Object{}, one);
  ASSERT_TRUE(told);
  EXPECT_EQ(api::annotation(*told, kSlurmConfAnnotation), one);
  EXPECT_FALSE(slurm_conf_patch(*told, one));
  ASSERT_TRUE(write_file_atomic(file, "ClusterName=b\n"));
  EXPECT_TRUE(slurm_conf_patch(*told, slurm_conf_digest(file)));
}

}  // namespace
}  // namespace sluice::agent
