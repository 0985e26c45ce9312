// SPDX-License-Identifier: Apache-2.0
#include "lab/preparation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace sluice::lab {
namespace {

TEST(LabPreparation, SecretsAreReadableByTheirOwnerOnly) {
  const TemporaryDirectory scratch("preparation");
  const Setting setting{.layout = {scratch.path() / "lab"}, .machine = this_machine()};
  ASSERT_TRUE(make_fresh_tree(setting.layout).has_value());
  ASSERT_TRUE(prepare_files(setting).has_value());
  for (const auto& secret : {setting.layout.munge() / "key", setting.layout.jwt_key()}) {
    struct stat info {};
    ASSERT_EQ(::stat(secret.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0600U) << secret;
  }
  EXPECT_TRUE(read_file(setting.layout.slurm_conf()).has_value());
}

TEST(LabPreparation, EnvFileNamesWhatTheOptionsAdded) {
  Setting setting{.layout = {"/tmp/lab"}, .machine = {"ada", "/home/ada", "box"}};
  EXPECT_THAT(env_text(setting), testing::HasSubstr("export SLURM_CONF='/tmp/lab/etc/slurm.conf'"));
  EXPECT_THAT(env_text(setting), testing::Not(testing::HasSubstr("SLUICE_LAB_SSH")));
  setting.state.options = {.rest = true, .ssh = true};
  setting.state.ports = {{"sshd", 2222}, {"slurmrestd", 6820}};
  for (const char* line : {"export SLUICE_LAB_SSH_PORT='2222'", "export SLUICE_LAB_SSH_USER='ada'",
                           "export SLUICE_LAB_SSH_KEY='/tmp/lab/ssh/user_key'",
                           "export SLUICE_LAB_SSH_KNOWN_HOSTS='/tmp/lab/ssh/known_hosts'",
                           "export SLUICE_LAB_REST_URL='http://127.0.0.1:6820'"}) {
    EXPECT_THAT(env_text(setting), testing::HasSubstr(line));
  }
}

}  // namespace
}  // namespace sluice::lab
