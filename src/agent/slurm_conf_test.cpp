// SPDX-License-Identifier: Apache-2.0
#include "agent/slurm_conf.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/files.h"
#include "services/sent_files.h"

namespace sluice::agent {
namespace {

TEST(SlurmConf, ANodeTellsWhichOneItsSlurmdHas) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "slurm.conf";
  EXPECT_EQ(slurm_conf_digests(directory.path()).conf, "");
  EXPECT_FALSE(slurm_conf_patch(json::Object{}, {}));
  ASSERT_TRUE(write_file_atomic(file, "ClusterName=a\n"));
  const SlurmConfDigests one = slurm_conf_digests(directory.path());
  const auto told = slurm_conf_patch(json::Object{}, one);
  ASSERT_TRUE(told);
  EXPECT_EQ(api::annotation(*told, kSlurmConfAnnotation), one.conf);
  EXPECT_FALSE(slurm_conf_patch(*told, one));
  ASSERT_TRUE(write_file_atomic(file, "ClusterName=b\n"));
  EXPECT_TRUE(slurm_conf_patch(*told, slurm_conf_digests(directory.path())));
}

TEST(SlurmConf, ANodeTellsOfTheFilesBesideItToo) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_file_atomic(directory.path() / "slurm.conf", "ClusterName=a\n"));
  const SlurmConfDigests before = slurm_conf_digests(directory.path());
  const json::Value node = *slurm_conf_patch(json::Object{}, before);
  ASSERT_TRUE(write_file_atomic(directory.path() / "plugstack.conf", "required a.so\n"));
  const SlurmConfDigests after = slurm_conf_digests(directory.path());
  EXPECT_EQ(after.conf, before.conf) << "operators of before read that one";
  const auto told = slurm_conf_patch(node, after);
  ASSERT_TRUE(told);
  EXPECT_EQ(api::annotation(*told, services::kSentFilesAnnotation), after.files);
  EXPECT_NE(after.files, before.files);
}

}  // namespace
}  // namespace sluice::agent
