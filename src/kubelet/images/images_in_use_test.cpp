// SPDX-License-Identifier: Apache-2.0
#include "kubelet/images/images_in_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::kubelet {
namespace {

TEST(ImagesInUse, AreThoseOfEveryAttempt) {
  const TemporaryDirectory home;
  const std::string a(64, 'a');
  const std::string b(64, 'b');
  ASSERT_TRUE(make_directory(home.path() / "u1/1"));
  ASSERT_TRUE(make_directory(home.path() / "u1/2"));
  ASSERT_TRUE(make_directory(home.path() / "u2/1"));
  ASSERT_TRUE(write_file_atomic(home.path() / "u1/1/spec.json",
                                R"({"x":"/h/images/sha256-)" + a + R"(/root","y":"sha256-12"})"));
  ASSERT_TRUE(write_file_atomic(home.path() / "u2/1/spec.json",
                                "sha256-" + b + "/root sha256-" + a + "/root"));
  ASSERT_TRUE(write_file_atomic(home.path() / "u1/stray", ""));
  EXPECT_THAT(images_in_use(home.path()).value(),
              testing::ElementsAre("sha256:" + a, "sha256:" + b));
  EXPECT_TRUE(images_in_use(home.path() / "missing")->empty());
}

}  // namespace
}  // namespace sluice::kubelet
