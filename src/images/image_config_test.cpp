// SPDX-License-Identifier: Apache-2.0
#include "images/image_config.h"

#include <gtest/gtest.h>

namespace sluice::images {
namespace {

TEST(ImageConfig, IsReadFromBothForms) {
  const std::string digest = "sha256:" + std::string(64, 'b');
  const auto parsed = parse_config(R"({"architecture":"arm","variant":"v7","os":"linux",
    "config":{"Entrypoint":["/a"],"Cmd":["b","c"],"Env":["PATH=/bin","X=a b"],"User":"1:2",
      "WorkingDir":"/w","StopSignal":"SIGINT","Volumes":{"/data":{}},"ExposedPorts":{"80/tcp":{}}},
    "rootfs":{"type":"layers","diff_ids":[")" +
                                   digest + R"("]}})");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->config, (ImageConfig{.entrypoint = {"/a"},
                                         .command = {"b", "c"},
                                         .environment = {"PATH=/bin", "X=a b"},
                                         .user = "1:2",
                                         .working_directory = "/w",
                                         .stop_signal = "SIGINT",
                                         .volumes = {"/data"},
                                         .exposed_ports = {"80/tcp"},
                                         .architecture = "arm"}));
  EXPECT_EQ(parsed->os, "linux");
  EXPECT_EQ(parsed->variant, "v7");
  EXPECT_EQ(parsed->diff_ids, std::vector<std::string>{digest});
}

TEST(ImageConfig, MayBeNearlyEmpty) {
  const auto parsed = parse_config(R"({"config":{"Entrypoint":null},"rootfs":{"diff_ids":null}})");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->config, ImageConfig{});
}

TEST(ImageConfig, WhatIsNoneIsRefused) {
  EXPECT_FALSE(parse_config(""));
  EXPECT_FALSE(parse_config("[]"));
  EXPECT_NE(parse_config("{}").error().message.find("not a container image"), std::string::npos);
  EXPECT_NE(parse_config(R"({"rootfs":{"diff_ids":["x"]}})").error().message.find("diff_ids"),
            std::string::npos);
  EXPECT_NE(
      parse_config(R"({"rootfs":{},"config":{"Cmd":"x"}})").error().message.find("config.Cmd"),
      std::string::npos);
  EXPECT_NE(
      parse_config(R"({"rootfs":{},"config":{"Env":[1]}})").error().message.find("config.Env"),
      std::string::npos);
}

}  // namespace
}  // namespace sluice::images
