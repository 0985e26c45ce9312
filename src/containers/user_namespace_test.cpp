// SPDX-License-Identifier: Apache-2.0
#include "containers/user_namespace.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include "containers/test_runner.h"

namespace sluice::containers {
namespace {

// The limit of the namespace this process is root of.
bool set_limit(const char* limit) {
  const UniqueFd file(::open("/proc/sys/user/max_user_namespaces", O_WRONLY | O_CLOEXEC));
  return ::write(file.get(), limit, 1) == 1;
}

class UserNamespaceTest : public ::testing::TestWithParam<Surroundings> {
 protected:
  TestRunner runner_{GetParam()};
};

TEST_P(UserNamespaceTest, TheProcessIsRootInIt) {
  const std::string ids = runner_.in_runner([](Runtime&) {
    const auto entered = enter_user_namespace(CLONE_NEWUTS);
    return entered ? std::to_string(::getuid()) + ":" + std::to_string(::getgid())
                   : entered.error().message;
  });
  EXPECT_EQ(ids, "0:0");
}

TEST_P(UserNamespaceTest, IdsAreTheMachinesForRootOnly) {
  const std::string kind = runner_.in_runner([](Runtime&) -> std::string {
    const auto entered = enter_user_namespace(0);
    return !entered ? entered.error().message : entered->kind == IdKind::kSame ? "same" : "own";
  });
  EXPECT_EQ(kind, GetParam().user == 0 ? "same" : "own");
}

TEST_P(UserNamespaceTest, WithoutNamespacesTheMachineIsNamedAsTheReason) {
  const std::string message = runner_.in_runner([](Runtime&) -> std::string {
    const auto first = enter_user_namespace(0);
    if (!first || !set_limit("0")) {
      return "";
    }
    const auto second = enter_user_namespace(0);
    return second ? "entered" : second.error().message;
  });
  if (message.empty()) {
    GTEST_SKIP() << "the limit cannot be set here";
  }
  EXPECT_EQ(message,
            "user namespaces cannot be used here: no space left on device; the limit is in "
            "/proc/sys/user/max_user_namespaces");
}

INSTANTIATE_TEST_SUITE_P(All, UserNamespaceTest, ::testing::ValuesIn(all_surroundings({"host"})),
                         [](const auto& given) { return name_of(given.param); });

}  // namespace
}  // namespace sluice::containers
