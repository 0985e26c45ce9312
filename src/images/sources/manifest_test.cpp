// SPDX-License-Identifier: Apache-2.0
#include "images/sources/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "images/test_image.h"

namespace sluice::images {
namespace {

std::string digest(char c) {
  return "sha256:" + std::string(64, c);
}

std::string choice(char c, const std::string& os, const std::string& architecture,
                   const std::string& variant = "") {
  return R"({"digest":")" + digest(c) + R"(","size":1,"platform":{"os":")" + os +
         R"(","architecture":")" + architecture + R"(","variant":")" + variant + R"("}})";
}

Manifest index(const std::vector<std::string>& choices) {
  return parse_manifest(R"({"schemaVersion":2,"manifests":[)" + join(choices, ",") + "]}").value();
}

TEST(Manifest, OfOneImage) {
  const TestImage image = make_image({TarWriter().file("a", "b").text()});
  const auto manifest = parse_manifest(image.manifest);
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_FALSE(manifest->is_choice());
  EXPECT_EQ(manifest->config.digest, image.id());
  ASSERT_EQ(manifest->layers.size(), 1U);
  EXPECT_EQ(manifest->layers[0].size, static_cast<std::int64_t>(image.layers[0].size()));
}

TEST(Manifest, ChoosesForTheMachine) {
  const Manifest manifest =
      index({choice('a', "windows", "amd64"), choice('b', "linux", "amd64", "v3"),
             choice('c', "linux", "amd64"), choice('d', "linux", "arm64", "v8"),
             choice('e', "linux", "arm", "v6"), choice('f', "linux", "arm", "v5"),
             choice('0', "unknown", "unknown")});
  EXPECT_EQ(choose(manifest, {"linux", "amd64"})->digest, digest('c'));
  EXPECT_EQ(choose(manifest, {"linux", "arm64", "v8"})->digest, digest('d'));
  EXPECT_EQ(choose(manifest, {"linux", "arm", "v7"})->digest, digest('e'));
  EXPECT_EQ(choose(manifest, {"linux", "riscv64"}).error().message,
            "there is no image for linux/riscv64; there is one for windows/amd64, linux/amd64/v3, "
            "linux/amd64, linux/arm64/v8, linux/arm/v6, linux/arm/v5");
}

TEST(Manifest, ThisMachineHasAPlatform) {
  EXPECT_EQ(this_platform().os, "linux");
  EXPECT_TRUE(runs_on({"linux", this_platform().architecture}, this_platform()));
  EXPECT_TRUE(runs_on({"", ""}, this_platform()));
  EXPECT_FALSE(runs_on({"linux", "pdp11"}, this_platform()));
  EXPECT_FALSE(runs_on({"linux", "arm", "v7"}, {"linux", "arm", "v6"}));
}

TEST(Manifest, WhatIsNoneIsRefused) {
  EXPECT_FALSE(parse_manifest("x"));
  EXPECT_FALSE(parse_manifest("{}"));
  EXPECT_FALSE(parse_manifest(R"({"manifests":[]})"));
  EXPECT_FALSE(parse_manifest(R"({"manifests":[],"layers":[]})"));
  EXPECT_THAT(parse_manifest(R"({"schemaVersion":1,"fsLayers":[]})").error().message,
              testing::HasSubstr("schema 1"));
  EXPECT_THAT(parse_manifest(R"({"layers":[],"config":{"digest":"sha256:../x"}})").error().message,
              testing::HasSubstr("config.digest"));
  EXPECT_THAT(
      parse_manifest(R"({"config":{"digest":")" + digest('a') + R"("},"layers":[{"digest":")" +
                     digest('b') + R"(","mediaType":"x+encrypted"}]})")
          .error()
          .message,
      testing::HasSubstr("layers[0] of the manifest is encrypted"));
}

}  // namespace
}  // namespace sluice::images
