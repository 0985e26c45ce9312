// SPDX-License-Identifier: Apache-2.0
#include "images/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/files.h"
#include "images/sources/test_registry.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class StoreTest : public testing::Test {
 protected:
  StoreTest() { registry_.add(image_, "v1"); }

  std::unique_ptr<ImageStore> open() {
    return ImageStore::open({.directory = directory_}, clock_).value();
  }
  Result<Image> pull(const std::string& reference, const Credentials& credentials = {}) {
    return store_->pull({.reference = reference, .credentials = credentials});
  }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    const auto images = store_->list().value();
    for (const NamedImage& image : images) {
      names.push_back(image.reference);
    }
    return names;
  }
  fs::path docker_archive(const json::Array& tags) {
    const fs::path path = scratch_.path() / "x.tar";
    EXPECT_TRUE(write_file_atomic(
        path,
        TarWriter()
            .file("c.json", image_.config)
            .file("l.tar", layer_)
            .file("manifest.json",
                  json::write(json::Array{json::Object{
                      {"Config", "c.json"}, {"RepoTags", tags}, {"Layers", json::Array{"l.tar"}}}}))
            .text()));
    return path;
  }

  TestRegistry registry_;
  TemporaryDirectory scratch_;
  fs::path directory_ = scratch_.path() / "images";
  FakeClock clock_;
  std::unique_ptr<ImageStore> store_ = open();
  std::string layer_ = TarWriter().file("bin/hello", "1").text();
  TestImage image_ = make_image({layer_}, {.config = {{"Cmd", json::Array{"/bin/hello"}}}});
  std::string name_ = registry_.host() + "/a/b:v1";
};

TEST_F(StoreTest, PullsAndFindsAgain) {
  EXPECT_FALSE(store_->find(name_).value());
  const auto pulled = pull(name_);
  ASSERT_TRUE(pulled) << pulled.error().message;
  EXPECT_EQ(pulled->id, image_.id());
  EXPECT_EQ(pulled->digest, registry_.host() + "/a/b@" + image_.digest());
  EXPECT_THAT(pulled->config.command, ElementsAre("/bin/hello"));
  EXPECT_EQ(read_file(pulled->root / "bin/hello").value(), "1");
  for (const std::string& name : {name_, pulled->digest, image_.id()}) {
    const auto found = store_->find(name).value();
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->root, pulled->root);
  }
  EXPECT_EQ(open()->find(name_).value()->digest, pulled->digest);
}

TEST_F(StoreTest, AsksTheRegistryButFetchesLayersOnce) {
  ASSERT_TRUE(pull(name_));
  ASSERT_TRUE(pull(name_));
  EXPECT_EQ(registry_.count("/manifests/v1"), 2);
  EXPECT_EQ(registry_.count(digest_of(image_.layers[0])), 1);
}

TEST_F(StoreTest, ATagMayMove) {
  ASSERT_TRUE(pull(name_));
  const TestImage next = make_image({TarWriter().file("new", "2").text()});
  registry_.add(next, "v1");
  EXPECT_EQ(store_->find(name_).value()->id, image_.id());
  EXPECT_EQ(pull(name_)->id, next.id());
  EXPECT_EQ(store_->find(name_).value()->id, next.id());
  EXPECT_TRUE(store_->find(image_.id()).value());
}

TEST_F(StoreTest, ManyAtOnceFetchOnce) {
  std::vector<std::jthread> threads;
  std::atomic<int> good = 0;
  const auto other = open();
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const auto pulled = (i % 2 == 0 ? store_ : other)->pull({.reference = name_});
      good += pulled && pulled->id == image_.id() ? 1 : 0;
    });
  }
  threads.clear();
  EXPECT_EQ(good, 8);
  EXPECT_EQ(registry_.count(digest_of(image_.layers[0])), 1);
}

TEST_F(StoreTest, TriesEveryCredential) {
  registry_.access = TestRegistry::Access::kBasic;
  EXPECT_EQ(pull(name_).error().code, Code::kUnauthorized);
  Credentials credentials;
  credentials.add(registry_.host() + "/a", {"u", "wrong"});
  EXPECT_EQ(pull(name_, credentials).error().code, Code::kUnauthorized);
  credentials.add(registry_.host(), {"u", "p"});
  const auto pulled = pull(name_, credentials);
  EXPECT_TRUE(pulled) << pulled.error().message;
}

TEST_F(StoreTest, ErrorsNameTheImageAndLeaveNothingBehind) {
  EXPECT_EQ(pull("Not/A:name").error().code, Code::kInvalid);
  EXPECT_EQ(store_->find("Not/A:name").error().code, Code::kInvalid);
  registry_.put(digest_of(image_.layers[0]), image_.layers[0] + "x");
  const auto damaged = pull(name_);
  ASSERT_FALSE(damaged);
  EXPECT_TRUE(damaged.error().message.starts_with(name_ + ": ")) << damaged.error().message;
  registry_.put(digest_of(image_.layers[0]), std::string(image_.layers[0].size(), 'x'));
  EXPECT_THAT(pull(name_).error().message, HasSubstr("is damaged"));
  const TestImage foreign = make_image({layer_}, {.architecture = "pdp11"});
  registry_.add(foreign, "v1");
  EXPECT_THAT(pull(name_).error().message,
              HasSubstr(name_ + ": there is no image for " + this_platform().text() +
                        "; there is one for linux/pdp11"));
  EXPECT_TRUE(store_->list()->empty());
  EXPECT_TRUE(fs::is_empty(directory_ / "tmp"));
}

TEST_F(StoreTest, ImportsUnderItsNamesOrAnother) {
  const std::string path = docker_archive({"busybox:1", "tool"}).string();
  const auto imported = store_->import({.source = path});
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->size(), 2U);
  EXPECT_THAT(names(), ElementsAre("docker.io/library/busybox:1", "docker.io/library/tool:latest"));
  EXPECT_EQ(store_->find("busybox:1").value()->digest, "");
  ASSERT_TRUE(store_->import({.source = "docker-archive:" + path, .name = "quay.io/x/y"}));
  EXPECT_TRUE(store_->find("quay.io/x/y:latest").value());
  EXPECT_FALSE(store_->import({.source = path, .name = "No Name"}));
  EXPECT_FALSE(store_->import({.source = "/nonexistent"}));
}

TEST_F(StoreTest, APodMayNameAnArchive) {
  const std::string path = docker_archive({}).string();
  const auto pulled = pull("docker-archive:" + path);
  ASSERT_TRUE(pulled) << pulled.error().message;
  EXPECT_TRUE(store_->find("docker-archive:" + path).value());
  ASSERT_TRUE(store_->import({.source = path}));
  EXPECT_THAT(names(), ElementsAre("docker-archive:" + path));
}

TEST_F(StoreTest, PrunesWhatNobodyUses) {
  ASSERT_TRUE(pull(name_));
  clock_.advance(std::chrono::hours(2));
  const TestImage second = make_image({TarWriter().file("x", "1").text()});
  registry_.add(second, "v2");
  ASSERT_TRUE(pull(registry_.host() + "/a/b:v2"));
  EXPECT_TRUE(store_->prune({.unused_for = std::chrono::hours(1), .in_use = {image_.id()}})
                  ->removed.empty());
  const auto report = store_->prune({.unused_for = std::chrono::hours(1)});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(report->removed, ElementsAre(image_.id()));
  EXPECT_EQ(report->bytes, static_cast<std::int64_t>(layer_.size()));
  EXPECT_FALSE(store_->find(name_).value());
  EXPECT_TRUE(store_->find(registry_.host() + "/a/b:v2").value());
  EXPECT_FALSE(open()->find(image_.id()).value());
}

TEST_F(StoreTest, AUseKeepsAnImage) {
  ASSERT_TRUE(pull(name_));
  clock_.advance(std::chrono::hours(2));
  ASSERT_TRUE(store_->find(name_).value());
  EXPECT_TRUE(store_->prune({.unused_for = std::chrono::hours(1)})->removed.empty());
}

TEST_F(StoreTest, WhatAnotherProcessRemovedIsGone) {
  ASSERT_TRUE(pull(name_));
  ASSERT_TRUE(store_->find(name_).value());
  clock_.advance(std::chrono::seconds(10));
  ASSERT_EQ(open()->prune({.max_bytes = 0, .grace = {}})->removed.size(), 1U);
  EXPECT_FALSE(store_->find(name_).value());
}

}  // namespace
}  // namespace sluice::images
