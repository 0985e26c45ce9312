// SPDX-License-Identifier: Apache-2.0
#include "cmd/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace sluice::cmd {
namespace {

using ::testing::Contains;
using ::testing::Key;

TEST(Site, KnowsItsOwnBinary) {
  EXPECT_EQ(own_binary()->filename(), "cmd_test");
}

TEST(Site, InstalledFilesAreLookedForBesideTheProgramAndThenInLib) {
  EXPECT_EQ(installed_file("cmd_test"), *own_binary());
  EXPECT_THAT(installed_file("no-such-file").string(),
              ::testing::EndsWith("lib/sluice/no-such-file"));
}

TEST(Site, AnOptionWinsOverTheEnvironment) {
  ::setenv("SLURM_CONF", "/from/environment", 1);
  EXPECT_EQ(slurm_options("", "auto")->slurm_conf, "/from/environment");
  EXPECT_EQ(slurm_options("/given", "auto")->slurm_conf, "/given");
  EXPECT_FALSE(slurm_options("", "telepathy"));
  EXPECT_EQ(slurm_options("", "rest=http://h", "/t")->rest.token_file, "/t");
  EXPECT_THAT(job_environment(), Contains(Key("SLURM_CONF")));
  ::unsetenv("SLURM_CONF");
}

TEST(Site, ProxiesAreNamedInEitherCase) {
  ::setenv("HTTPS_PROXY", "upper:1", 1);
  ::setenv("https_proxy", "lower:1", 1);
  ::setenv("no_proxy", "a,b", 1);
  EXPECT_EQ(proxy_settings().https, "upper:1");
  EXPECT_EQ(proxy_settings().none, "a,b");
  for (const char* name : {"HTTPS_PROXY", "https_proxy", "no_proxy"}) {
    ::unsetenv(name);
  }
}

}  // namespace
}  // namespace sluice::cmd
