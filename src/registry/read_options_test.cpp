// SPDX-License-Identifier: Apache-2.0
#include "registry/read_options.h"

#include <gtest/gtest.h>

namespace sluice::registry {
namespace {

std::string said(const Result<void>& result) {
  return result ? "" : result.error().message;
}

TEST(ReadOptions, ListsTakeAMatchWithAVersionOnly) {
  const std::string version = "7";
  const std::string zero = "0";
  const std::string exact = "Exact";
  const std::string none;
  EXPECT_EQ(said(check_list_options({version, exact, none})), "");
  EXPECT_EQ(said(check_list_options({none, exact, none})),
            "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: "
            "resourceVersionMatch is forbidden unless resourceVersion is provided");
  EXPECT_EQ(said(check_list_options({zero, exact, none})),
            "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: "
            "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
  EXPECT_NE(said(check_list_options({version, exact, "token"})), "");
  EXPECT_NE(said(check_list_options({none, none, none, true})), "");
}

TEST(ReadOptions, WatchesTellAllThatIsWrong) {
  const std::string version = "7";
  const std::string exact = "Exact";
  const std::string none;
  EXPECT_EQ(said(check_watch_options({version, none, none})), "");
  const auto refused = check_watch_options({version, exact, none, true});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().causes.size(), 2U);
  EXPECT_NE(said(check_watch_options({none, none, "token"})), "");
}

}  // namespace
}  // namespace sluice::registry
