// SPDX-License-Identifier: Apache-2.0
#include "images/sources/local_images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "images/test_image.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class LocalImagesTest : public testing::Test {
 protected:
  fs::path archive(const TarWriter& tar) {
    EXPECT_TRUE(write_file_atomic(path_, tar.text()));
    return path_;
  }
  TarWriter docker_archive(const json::Array& tags) {
    TarWriter tar;
    tar.file("c.json", image_.config).directory("l").file("l/layer.tar", layer_);
    tar.symlink("k/layer.tar", "../l/layer.tar");
    tar.file(
        "manifest.json",
        json::write(json::Array{json::Object{
            {"Config", "c.json"}, {"RepoTags", tags}, {"Layers", json::Array{"k/layer.tar"}}}}));
    return tar;
  }
  // `names` are annotations of entries that all stand for the same image.
  TarWriter layout(const std::vector<std::string>& names) {
    TarWriter tar;
    json::Array entries;
    for (const std::string& name : names) {
      json::Value entry = test_descriptor(kTestManifestType, image_.manifest);
      if (!name.empty()) {
        entry["annotations"]["org.opencontainers.image.ref.name"] = name;
      }
      entries.push_back(entry);
    }
    auto blobs = image_.blobs;
    blobs[image_.digest()] = image_.manifest;
    for (const auto& [digest, content] : blobs) {
      tar.file("blobs/sha256/" + digest.substr(7), content);
    }
    return tar.file("oci-layout", "{}")
        .file("index.json", json::write(json::Object{{"manifests", entries}}));
  }
  Result<std::vector<LocalImage>> open(const std::string& reference) {
    return open_local(parse_reference(reference).value(), scratch_.path());
  }

  TemporaryDirectory scratch_;
  fs::path path_ = scratch_.path() / "x.tar";
  std::string layer_ = TarWriter().file("a", "1").text();
  TestImage image_ = make_image({layer_});
};

TEST_F(LocalImagesTest, ReadsWhatDockerSaves) {
  archive(docker_archive({"busybox:1", "host:5000/b:v2"}));
  auto images = open("docker-archive:" + path_.string());
  ASSERT_TRUE(images) << images.error().message;
  ASSERT_EQ(images->size(), 1U);
  EXPECT_THAT((*images)[0].names, ElementsAre("docker.io/library/busybox:1", "host:5000/b:v2"));
  auto& source = *(*images)[0].source;
  const auto parts = source.parts();
  ASSERT_TRUE(parts) << parts.error().message;
  EXPECT_EQ(parts->id, image_.id());
  EXPECT_EQ(parts->digest, "");
  EXPECT_EQ(read_all(*source.layer(*parts, 0).value(), 10'000).value(), layer_);
  EXPECT_EQ(local_reference(path_.string())->transport, Transport::kDockerArchive);
}

TEST_F(LocalImagesTest, ASelectorNamesOne) {
  archive(docker_archive({"busybox:1"}));
  const std::string base = "docker-archive:" + path_.string();
  EXPECT_TRUE(open(base + ":docker.io/library/busybox:1"));
  EXPECT_TRUE(open(base + ":busybox:1"));
  EXPECT_THAT(open(base + ":other").error().message, HasSubstr("it has busybox:1"));
  EXPECT_EQ(open(base + ":other").error().code, Code::kNotFound);
}

TEST_F(LocalImagesTest, ReadsLayouts) {
  archive(layout({"quay.io/a/b:v1", "latest"}));
  auto images = open("oci-archive:" + path_.string());
  ASSERT_TRUE(images) << images.error().message;
  ASSERT_EQ(images->size(), 2U);
  EXPECT_THAT((*images)[0].names, ElementsAre("quay.io/a/b:v1"));
  EXPECT_THAT((*images)[1].names, ElementsAre());
  EXPECT_EQ((*images)[0].source->parts()->id, image_.id());
  EXPECT_EQ(open("oci-archive:" + path_.string() + ":latest")->size(), 1U);
  const auto bare = local_reference(path_.string()).value();
  EXPECT_EQ(open_local(bare, scratch_.path())->size(), 2U);
}

TEST_F(LocalImagesTest, ALayoutMayBeADirectoryAndNameless) {
  const fs::path directory = scratch_.path() / "layout";
  fs::create_directories(directory / "blobs/sha256");
  auto blobs = image_.blobs;
  blobs[image_.digest()] = image_.manifest;
  for (const auto& [digest, content] : blobs) {
    ASSERT_TRUE(write_file_atomic(directory / "blobs/sha256" / digest.substr(7), content));
  }
  const json::Array entries{test_descriptor(kTestManifestType, image_.manifest)};
  ASSERT_TRUE(write_file_atomic(directory / "index.json",
                                json::write(json::Object{{"manifests", entries}})));
  auto images = open("oci:" + directory.string());
  ASSERT_TRUE(images) << images.error().message;
  EXPECT_EQ((*images)[0].source->parts()->id, image_.id());
  EXPECT_EQ(local_reference(directory.string())->transport, Transport::kOciDirectory);
}

TEST_F(LocalImagesTest, ReadsAManifestWithItsBlobsBesideIt) {
  const fs::path directory = scratch_.path() / "dir";
  fs::create_directory(directory);
  for (const auto& [digest, content] : image_.blobs) {
    ASSERT_TRUE(write_file_atomic(directory / digest.substr(7), content));
  }
  ASSERT_TRUE(write_file_atomic(directory / "manifest.json", image_.manifest));
  auto images = open("dir:" + directory.string());
  ASSERT_TRUE(images) << images.error().message;
  const auto parts = (*images)[0].source->parts();
  ASSERT_TRUE(parts) << parts.error().message;
  EXPECT_EQ(parts->id, image_.id());
  EXPECT_TRUE((*images)[0].source->layer(*parts, 0));
}

TEST_F(LocalImagesTest, PathsOfImportsMayBeRelative) {
  const auto reference = local_reference("oci:some/dir:v1");
  ASSERT_TRUE(reference) << reference.error().message;
  EXPECT_EQ(reference->transport, Transport::kOciDirectory);
  EXPECT_EQ(reference->file, fs::current_path() / "some/dir");
  EXPECT_EQ(reference->selector, "v1");
}

TEST_F(LocalImagesTest, WhatIsNotThereIsNamed) {
  EXPECT_THAT(open("docker-archive:/nonexistent").error().message, HasSubstr("/nonexistent"));
  EXPECT_THAT(open("oci:/nonexistent").error().message, HasSubstr("/nonexistent"));
  archive(TarWriter().file("x", ""));
  EXPECT_THAT(open("docker-archive:" + path_.string()).error().message, HasSubstr("manifest.json"));
  archive(TarWriter().file("manifest.json", "[]"));
  EXPECT_THAT(open("docker-archive:" + path_.string()).error().message, HasSubstr("no images"));
}

}  // namespace
}  // namespace sluice::images
