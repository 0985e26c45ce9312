// SPDX-License-Identifier: Apache-2.0
#include "services/sent_files.h"

#include <gtest/gtest.h>

#include <map>

namespace sluice::services {
namespace {

using Files = std::map<std::string, std::string, std::less<>>;

std::string digest(const Files& files) {
  return sent_files_digest([&](std::string_view name) {
    const auto found = files.find(name);
    return found == files.end() ? std::string() : found->second;
  });
}

TEST(SentFiles, TheDigestIsOfWhatNodesGetAndOfNothingElse) {
  const std::string none = digest({});
  EXPECT_EQ(none, "523222484ec92fbc") << "of agents and operators of any age";
  const std::string one = digest({{"plugstack.conf", "required a.so\n"}});
  EXPECT_NE(one, none);
  EXPECT_NE(digest({{"plugstack.conf", "required b.so\n"}}), one);
  EXPECT_NE(digest({{"topology.conf", "required a.so\n"}}), one);
  EXPECT_EQ(digest({{"plugstack.conf", "required a.so\n"},
                    {"slurm.conf", "ClusterName=a\n"},
                    {"prolog.sh", "true"},
                    {"topology.yaml", "- topology: a"}}),
            one);
  EXPECT_EQ(digest({{"cgroup.conf", ""}}), none);
}

}  // namespace
}  // namespace sluice::services
