// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/directories.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "controllers/volumes/claims.h"
#include "json/text.h"

namespace sluice::controllers::volumes {
namespace {

class DirectoriesTest : public testing::Test {
 protected:
  static json::Value parse(std::string_view text) { return json::parse(text).value(); }

  const TemporaryDirectory root_;
  const Directories directories_{root_.path()};
  json::Value claim_ = parse(R"({"metadata":{"name":"data","namespace":"d","uid":"u"},
      "spec":{"accessModes":["ReadWriteMany"],"resources":{"requests":{"storage":"1Gi"}}}})");
  json::Value class_ = parse(R"({"metadata":{"name":"sluice"},"reclaimPolicy":"Delete"})");
};

TEST_F(DirectoriesTest, AVolumeIsADirectoryForItsClaim) {
  const auto volume = directories_.provision(claim_, class_);
  ASSERT_TRUE(volume.has_value()) << volume.error().message;
  const std::filesystem::path path = volume->at("spec", "hostPath", "path").as_string();
  EXPECT_EQ(path, root_.path() / "d-data-u");
  EXPECT_TRUE(std::filesystem::is_directory(path));
  EXPECT_TRUE(is_meant_for(*volume, claim_));
  EXPECT_EQ(api::name(*volume), "pvc-u");
  EXPECT_EQ(volume->at("spec", "capacity", "storage").as_string(), "1Gi");
  EXPECT_TRUE(directories_.provision(claim_, class_).has_value()) << "again, after a crash";
  ASSERT_TRUE(write_file_atomic(path / "result", "42").has_value());
  ASSERT_TRUE(Directories::remove(*volume).has_value());
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(DirectoriesTest, AClassMayNameAnotherPlace) {
  const TemporaryDirectory elsewhere;
  class_["parameters"]["directory"] = elsewhere.path().string();
  ASSERT_TRUE(directories_.provision(claim_, class_).has_value());
  EXPECT_TRUE(std::filesystem::is_directory(elsewhere.path() / "d-data-u"));
  class_["parameters"]["directory"] = "relative";
  EXPECT_EQ(directories_.provision(claim_, class_).error().message,
            "the storage class's directory must be an absolute path, not \"relative\"");
  class_["parameters"] = json::Object{{"size", "1"}};
  EXPECT_EQ(directories_.provision(claim_, class_).error().message,
            "unknown parameter \"size\" of the storage class: only \"directory\" is known");
}

TEST_F(DirectoriesTest, WhatADirectoryCannotBeIsRefused) {
  claim_["spec"]["volumeMode"] = "Block";
  EXPECT_EQ(directories_.provision(claim_, class_).error().message,
            "volumeMode Block is not supported: a directory is no device");
}

TEST_F(DirectoriesTest, NobodysOwnFilesGoBecauseOfAForgedVolume) {
  auto volume = directories_.provision(claim_, class_).value();
  volume["spec"]["hostPath"]["path"] = root_.path().string();
  EXPECT_FALSE(Directories::remove(volume).has_value());
  volume["spec"]["hostPath"]["path"] = (root_.path() / "x" / ".." / "d-data-u").string();
  EXPECT_FALSE(Directories::remove(volume).has_value());
  EXPECT_TRUE(std::filesystem::exists(root_.path() / "d-data-u"));
}

}  // namespace
}  // namespace sluice::controllers::volumes
