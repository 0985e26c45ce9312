// SPDX-License-Identifier: Apache-2.0
#include "images/sources/image_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "images/test_image.h"

namespace sluice::images {
namespace {

using testing::HasSubstr;

class MemoryBlobs final : public BlobStore {
 public:
  Result<std::string> manifest(const std::string& name) override {
    const auto found = texts.find(name);
    return found == texts.end() ? Result<std::string>(fail(Code::kNotFound, name)) : found->second;
  }
  Result<std::unique_ptr<ByteSource>> blob(const Descriptor& descriptor) override {
    const auto found = texts.find(descriptor.digest);
    if (found == texts.end()) {
      return fail(Code::kNotFound, descriptor.digest);
    }
    return std::make_unique<TextSource>(found->second);
  }
  void add(const TestImage& image, const std::string& tag) {
    texts.insert(image.blobs.begin(), image.blobs.end());
    texts[image.digest()] = image.manifest;
    texts[tag] = image.manifest;
  }
  std::string add_index(const std::vector<std::pair<std::string, std::string>>& images) {
    json::Array items;
    for (const auto& [digest, architecture] : images) {
      items.push_back(json::Object{
          {"digest", digest},
          {"platform", json::Object{{"os", "linux"}, {"architecture", architecture}}}});
    }
    const std::string text = json::write(json::Object{{"manifests", items}});
    texts[digest_of(text)] = text;
    return digest_of(text);
  }

  std::map<std::string, std::string> texts;
};

class ManifestSourceTest : public testing::Test {
 protected:
  std::string refusal(const std::string& name) {
    const auto parts = ManifestSource(blobs_, name).parts();
    return parts ? "" : parts.error().message;
  }
  MemoryBlobs blobs_;
  TestImage image_ = make_image({TarWriter().file("a", "1").text()});
};

TEST_F(ManifestSourceTest, FindsThePartsOfAnImage) {
  blobs_.add(image_, "v1");
  ManifestSource source(blobs_, "v1");
  const auto parts = source.parts();
  ASSERT_TRUE(parts) << parts.error().message;
  EXPECT_EQ(parts->id, image_.id());
  EXPECT_EQ(parts->digest, image_.digest());
  EXPECT_EQ(parts->config_text, image_.config);
  EXPECT_EQ(read_all(*source.layer(*parts, 0).value(), 1000).value(), image_.layers[0]);
}

TEST_F(ManifestSourceTest, ChoosesFromListsOfLists) {
  blobs_.add(image_, "v1");
  const std::string inner = blobs_.add_index(
      {{"sha256:" + std::string(64, 'a'), "pdp11"}, {image_.digest(), this_architecture()}});
  const std::string outer = blobs_.add_index({{inner, this_architecture()}});
  const auto parts = ManifestSource(blobs_, outer).parts();
  ASSERT_TRUE(parts) << parts.error().message;
  EXPECT_EQ(parts->id, image_.id());
  EXPECT_EQ(parts->digest, outer);
}

TEST_F(ManifestSourceTest, OtherMachinesAreNamed) {
  const TestImage foreign = make_image({TarWriter().text()}, {.architecture = "pdp11"});
  blobs_.add(foreign, "v1");
  EXPECT_THAT(refusal("v1"), HasSubstr("there is one for linux/pdp11"));
  EXPECT_THAT(refusal(blobs_.add_index({{foreign.digest(), "pdp11"}})),
              HasSubstr("there is one for linux/pdp11"));
}

TEST_F(ManifestSourceTest, DamageIsFound) {
  blobs_.add(image_, "v1");
  blobs_.texts[image_.digest()] += " ";
  EXPECT_THAT(refusal(image_.digest()), HasSubstr("the manifest is damaged"));
  blobs_.texts[image_.id()] += " ";
  EXPECT_THAT(refusal("v1"), HasSubstr("configuration is damaged"));
}

TEST_F(ManifestSourceTest, LayersMustBeCounted) {
  TestImage image = make_image({TarWriter().text(), TarWriter().file("a", "").text()});
  auto document = json::parse(image.manifest).value();
  document["layers"].array().pop_back();
  image.manifest = json::write(document);
  blobs_.add(image, "v1");
  EXPECT_THAT(refusal("v1"), HasSubstr("has 1 layers, its configuration speaks of 2"));
}

}  // namespace
}  // namespace sluice::images
