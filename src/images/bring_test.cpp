// SPDX-License-Identifier: Apache-2.0
#include "images/bring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/random.h"
#include "images/test_image.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// An image in memory whose layers can be tampered with.
class MemoryImage final : public ImageSource {
 public:
  explicit MemoryImage(TestImage from) : image(std::move(from)) {}
  Result<ImageParts> parts() override {
    ImageParts parts;
    parts.id = image.id();
    parts.layers = parse_manifest(image.manifest)->layers;
    TRY(take_config(image.config, parts));
    return parts;
  }
  Result<std::unique_ptr<ByteSource>> layer(const ImageParts&, std::size_t index) override {
    ++opened;
    return std::make_unique<TextSource>(image.layers.at(index));
  }
  TestImage image;
  int opened = 0;
};

class BringTest : public testing::Test {
 protected:
  BringTest() { EXPECT_TRUE(files_.prepare()); }

  Result<Image> bring_it(MemoryImage& source, const BringOptions& options = {}) {
    TRY_ASSIGN(const ImageParts parts, source.parts());
    return bring(files_, source, options, clock_, parts);
  }
  std::string refusal(MemoryImage& source) {
    const auto image = bring_it(source);
    EXPECT_TRUE(fs::is_empty(files_.scratch()));
    EXPECT_TRUE(files_.ids()->empty());
    return image ? "" : image.error().message;
  }

  TemporaryDirectory scratch_;
  StoreFiles files_{scratch_.path() / "images"};
  FakeClock clock_;
};

TEST_F(BringTest, EveryFormOfLayersBecomesTheSameImage) {
  for (const std::string form : {"gzip", "zstd", "tar"}) {
    MemoryImage source(
        make_image({TarWriter().file("a", "1").text(), TarWriter().file("b", "2").text()},
                   {.form = form, .config = {{"User", form}}}));
    const auto image = bring_it(source);
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->id, source.image.id());
    EXPECT_EQ(image->size, 4 * 1024);
    EXPECT_EQ(read_file(image->root / "a").value(), "1");
    EXPECT_EQ(read_file(image->root / "b").value(), "2");
  }
}

TEST_F(BringTest, WhatIsThereIsNotFetchedAgain) {
  MemoryImage source(make_image({TarWriter().file("a", "1").text()}));
  ASSERT_TRUE(bring_it(source));
  clock_.advance(std::chrono::hours(5));
  ASSERT_TRUE(bring_it(source));
  EXPECT_EQ(source.opened, 1);
  EXPECT_EQ(files_.last_used(source.image.id()), clock_.now());
}

TEST_F(BringTest, IsPackedBesideItsFilesBeforeAnybodySeesIt) {
  MemoryImage source(make_image({TarWriter().file("a", "1").text()}));
  const BringOptions options{
      .pack = [&](const fs::path& root, const std::stop_token&) -> Result<std::int64_t> {
        EXPECT_EQ(read_file(root / "a").value(), "1");
        EXPECT_TRUE(files_.ids()->empty());
        TRY(write_file_replacing(root.parent_path() / "packed", "all"));
        return 3;
      }};
  const auto image = bring_it(source, options);
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(read_file(image->root.parent_path() / "packed").value(), "all");
  EXPECT_EQ(image->size, 2 * 1024 + 3);
}

TEST_F(BringTest, IsPackedLaterWhenItWasBroughtForAnother) {
  MemoryImage source(make_image({TarWriter().file("a", "1").text()}));
  ASSERT_TRUE(bring_it(source));
  fs::path packed;
  const auto image = bring_it(
      source, {.pack = [&](const fs::path& root, const std::stop_token&) -> Result<std::int64_t> {
        packed = root;
        return 0;
      }});
  ASSERT_TRUE(image);
  EXPECT_EQ(packed, image->root);
}

TEST_F(BringTest, AnImageThatCannotBePackedIsAnImage) {
  MemoryImage source(make_image({TarWriter().file("a", "1").text()}));
  EXPECT_TRUE(bring_it(
      source, {.pack = [](const fs::path&, const std::stop_token&) -> Result<std::int64_t> {
        return fail(Code::kUnsupported, "mksquashfs is missing");
      }}));
}

TEST_F(BringTest, ADamagedLayerLeavesNothingBehind) {
  MemoryImage source(
      make_image({TarWriter().file("a", "1").text(),
                  TarWriter().directory("p", 0500).file("p/f", random_bytes(5000)).text()}));
  std::string& layer = source.image.layers[1];
  const std::string good = layer;
  layer[layer.size() / 2] = static_cast<char>(~layer[layer.size() / 2]);
  EXPECT_THAT(refusal(source), HasSubstr("layer " + digest_of(good) + " is damaged"));
  layer = good + "x";
  EXPECT_THAT(refusal(source), HasSubstr("layer " + digest_of(good) + " is damaged"));
  layer = good.substr(0, good.size() / 2);
  EXPECT_THAT(refusal(source), HasSubstr("layer " + digest_of(good) + " is damaged"));
}

TEST_F(BringTest, TheContentMustBeWhatTheConfigurationSays) {
  TestImage image = make_image({TarWriter().file("a", "1").text()});
  const TestImage other = make_image({TarWriter().file("a", "2").text()});
  image.config = other.config;
  MemoryImage source(image);
  EXPECT_THAT(refusal(source), HasSubstr("uncompressed, is damaged"));
}

TEST_F(BringTest, ALayerThatLeadsOutsideIsNamed) {
  MemoryImage source(make_image({TarWriter().file("../evil", "1").text()}));
  const std::string message = refusal(source);
  EXPECT_THAT(message, HasSubstr("layer sha256:"));
  EXPECT_THAT(message, HasSubstr("\"../evil\""));
  EXPECT_FALSE(fs::exists(scratch_.path() / "evil"));
}

TEST_F(BringTest, TellsHowFarItIs) {
  MemoryImage source(make_image(
      {TarWriter().file("a", random_bytes(3 << 20)).text(), TarWriter().file("b", "2").text()}));
  std::vector<Progress> seen;
  ASSERT_TRUE(bring_it(source, {.progress = [&](const Progress& now) { seen.push_back(now); }}));
  ASSERT_GE(seen.size(), 4U);
  EXPECT_EQ(seen.front().layers_done, 0U);
  EXPECT_EQ(seen.front().layers_total, 2U);
  EXPECT_EQ(seen.back().layers_done, 2U);
  EXPECT_EQ(seen.back().bytes_done, seen.back().bytes_total);
  EXPECT_GT(seen.back().bytes_total, 3 << 20);
}

TEST_F(BringTest, CanBeCancelled) {
  MemoryImage source(make_image({TarWriter().file("a", "1").text()}));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(bring_it(source, {.stop = stop.get_token()}).error().code, Code::kCancelled);
  EXPECT_TRUE(fs::is_empty(files_.scratch()));
}

TEST_F(BringTest, AnImageWithoutLayersIsEmpty) {
  MemoryImage source(make_image({}));
  const auto image = bring_it(source);
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_TRUE(fs::is_empty(image->root));
}

}  // namespace
}  // namespace sluice::images
