// SPDX-License-Identifier: Apache-2.0
#include "docker_registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/random.h"
#include "images/store.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using Access = DockerRegistry::Access;

class DockerRegistryTest : public testing::TestWithParam<Access> {
 protected:
  void SetUp() override {
    auto started = DockerRegistry::start(GetParam());
    ASSERT_TRUE(started) << started.error().message;
    registry_ = *std::move(started);
    store_ = ImageStore::open({.directory = directory_}, clock_).value();
    if (GetParam() == Access::kPassword) {
      credentials_.add("http://" + registry_->host(), {"u", "p:w"});
    }
  }
  Result<Image> pull(const std::string& name) {
    return store_->pull({.reference = registry_->host() + "/" + name, .credentials = credentials_});
  }
  void push(const TestImage& image, const std::string& tag) {
    const auto pushed = registry_->push(image, "team/app", tag);
    ASSERT_TRUE(pushed) << pushed.error().message;
  }

  TemporaryDirectory scratch_;
  fs::path directory_ = scratch_.path() / "images";
  RealClock clock_;
  std::unique_ptr<DockerRegistry> registry_;
  std::unique_ptr<ImageStore> store_;
  Credentials credentials_;
};

TEST_P(DockerRegistryTest, GivesWhatWasPushed) {
  for (const std::string form : {"gzip", "zstd", "tar"}) {
    const TestImage image =
        make_image({TarWriter()
                        .directory("etc")
                        .file("etc/a", "1")
                        .file("etc/b", random_bytes(300'000))
                        .text(),
                    TarWriter().file("etc/.wh.a", "").file("etc/c", form).text()},
                   {.form = form});
    push(image, form);
    const auto pulled = pull("team/app:" + form);
    ASSERT_TRUE(pulled) << pulled.error().message;
    EXPECT_EQ(pulled->id, image.id());
    EXPECT_EQ(pulled->digest, registry_->host() + "/team/app@" + image.digest());
    EXPECT_FALSE(fs::exists(pulled->root / "etc/a"));
    EXPECT_EQ(fs::file_size(pulled->root / "etc/b"), 300'000U);
    EXPECT_EQ(read_file(pulled->root / "etc/c").value(), form);
    EXPECT_EQ(pull("team/app@" + image.digest())->id, image.id());
  }
}

TEST_P(DockerRegistryTest, ChoosesForThisMachine) {
  const TestImage here = make_image({TarWriter().file("here", "").text()});
  const TestImage there =
      make_image({TarWriter().file("there", "").text()}, {.architecture = "s390x"});
  push(here, "here");
  push(there, "there");
  json::Array manifests;
  for (const auto& [image, architecture] :
       {std::pair{there, std::string("s390x")}, std::pair{here, this_architecture()}}) {
    json::Value item = test_descriptor(kTestManifestType, image.manifest);
    item["platform"] = json::Object{{"os", "linux"}, {"architecture", architecture}};
    manifests.push_back(item);
  }
  const std::string_view type = "application/vnd.oci.image.index.v1+json";
  const std::string index = json::write(
      json::Object{{"schemaVersion", 2}, {"mediaType", type}, {"manifests", manifests}});
  ASSERT_TRUE(registry_->push_manifest(index, type, "team/app", "both"));
  const auto pulled = pull("team/app:both");
  ASSERT_TRUE(pulled) << pulled.error().message;
  EXPECT_EQ(pulled->id, here.id());
  EXPECT_EQ(pulled->digest, registry_->host() + "/team/app@" + digest_of(index));
  EXPECT_THAT(pull("team/app:there").error().message,
              HasSubstr("team/app:there: there is no image for linux/" + this_architecture()));
}

TEST_P(DockerRegistryTest, WhatIsMissingIsNotFound) {
  for (const std::string name : {"no/such", "team/app:none"}) {
    const auto pulled = pull(name);
    ASSERT_FALSE(pulled);
    EXPECT_EQ(pulled.error().code, Code::kNotFound);
    EXPECT_THAT(pulled.error().message, HasSubstr("not found at registry " + registry_->host()));
  }
}

TEST_P(DockerRegistryTest, ADamagedLayerLeavesNothingBehind) {
  const TestImage image = make_image({TarWriter().file("a", random_bytes(5000)).text()});
  push(image, "v1");
  std::string bad = image.layers[0];
  bad[bad.size() / 2] = static_cast<char>(~bad[bad.size() / 2]);
  ASSERT_TRUE(registry_->damage(digest_of(image.layers[0]), bad));
  EXPECT_THAT(pull("team/app:v1").error().message, HasSubstr("is damaged"));
  EXPECT_TRUE(fs::is_empty(directory_ / "tmp"));
  EXPECT_TRUE(store_->list()->empty());
}

TEST_P(DockerRegistryTest, ManyPodsAndProcessesShareOnePull) {
  push(make_image({TarWriter().file("a", random_bytes(2 << 20)).text()}), "v1");
  const auto other = ImageStore::open({.directory = directory_}, clock_).value();
  std::atomic<int> good = 0;
  std::atomic<int> pulls = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const auto pulled = (i % 2 == 0 ? store_ : other)
                              ->pull({.reference = registry_->host() + "/team/app:v1",
                                      .credentials = credentials_,
                                      .progress = [&](const Progress& now) {
                                        pulls += now.layers_done == 1 ? 1 : 0;
                                      }});
      good += pulled ? 1 : 0;
    });
  }
  threads.clear();
  EXPECT_EQ(good, 8);
  EXPECT_EQ(pulls, 1);
}

TEST_P(DockerRegistryTest, OnlyThosePermittedGetIn) {
  push(make_image({TarWriter().file("a", "1").text()}), "v1");
  credentials_ = {};
  EXPECT_EQ(pull("team/app:v1").has_value(), GetParam() == Access::kEverybody);
  credentials_.add(registry_->host(), {"u", "hunter2"});
  const auto pulled = pull("team/app:v1");
  EXPECT_EQ(pulled.has_value(), GetParam() == Access::kEverybody);
  if (!pulled) {
    EXPECT_EQ(pulled.error().code, Code::kUnauthorized);
    EXPECT_THAT(pulled.error().message, HasSubstr("pull access denied"));
    EXPECT_THAT(pulled.error().message, Not(HasSubstr("hunter2")));
  }
}

INSTANTIATE_TEST_SUITE_P(Access, DockerRegistryTest,
                         testing::Values(Access::kEverybody, Access::kPassword),
                         [](const auto& instance) {
                           return instance.param == Access::kEverybody ? "Open" : "WithPassword";
                         });

}  // namespace
}  // namespace sluice::images
