// SPDX-License-Identifier: Apache-2.0
#include "images/bring.h"

#include <optional>

#include "base/log.h"
#include "images/image_lock.h"
#include "images/layers/inflate.h"
#include "images/layers/tree.h"
#include "images/layers/unpacker.h"

namespace sluice::images {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kReportEvery = std::int64_t{1} << 20;

// Removes an unfinished image unless it was published.
class Unfinished {
 public:
  explicit Unfinished(fs::path path) : path_(std::move(path)) {}
  ~Unfinished() { [[maybe_unused]] const auto removed = remove_protected_tree(path_); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Counts what passes, tells about it, and ends when asked to stop.
class Watched final : public ByteSource {
 public:
  Watched(ByteSource& from, const BringOptions& options, Progress& progress)
      : from_(from), options_(options), progress_(progress) {}

  Result<std::size_t> read(std::span<char> into) override {
    if (options_.stop.stop_requested()) {
      return fail(Code::kCancelled, "the pull was cancelled");
    }
    TRY_ASSIGN(const std::size_t got, from_.read(into));
    progress_.bytes_done += static_cast<std::int64_t>(got);
    unreported_ += static_cast<std::int64_t>(got);
    if (unreported_ >= kReportEvery && options_.progress) {
      options_.progress(progress_);
      unreported_ = 0;
    }
    return got;
  }

 private:
  ByteSource& from_;
  const BringOptions& options_;
  Progress& progress_;
  std::int64_t unreported_ = 0;
};

// Returns the size of the layer, uncompressed.
Result<std::int64_t> unpack_layer(ByteSource& blob, const Descriptor& layer,
                                  const std::string& diff_id, Unpacker& unpacker) {
  const std::string name = "layer " + (layer.digest.empty() ? diff_id : layer.digest);
  std::optional<DigestedSource> compressed;
  if (!layer.digest.empty()) {
    compressed.emplace(blob, layer.digest);
  }
  const auto unpack = [&]() -> Result<std::int64_t> {
    TRY_ASSIGN(const auto plain, inflated(compressed ? *compressed : blob));
    DigestedSource content(*plain, diff_id);
    TRY(unpacker.apply(content));
    TRY(content.verify(name + ", uncompressed,"));
    return content.bytes();
  };
  auto size = unpack();
  // Of a damaged layer, that it is damaged is the better message; other errors are about us.
  if (compressed && (size || size.error().code == Code::kInvalid)) {
    TRY(compressed->verify(name));
  }
  if (!size && size.error().message.find(name) == std::string::npos) {
    return tl::unexpected(with_context(std::move(size).error(), name));
  }
  return size;
}

// The bytes that were added.
std::int64_t pack(const BringOptions& options, const ImageParts& parts, const fs::path& root) {
  if (!options.pack) {
    return 0;
  }
  const auto packed = options.pack(root, options.stop);
  if (!packed) {
    log::warning("an image stays a directory",
                 {{"image", parts.id}, {"error", packed.error().message}});
  }
  return packed.value_or(0);
}

Result<Image> unpack(const StoreFiles& files, ImageSource& source, const BringOptions& options,
                     Clock& clock, const ImageParts& parts) {
  TRY_ASSIGN(fs::path path, files.begin(parts.id));
  const Unfinished unfinished(std::move(path));
  TRY_ASSIGN(Unpacker unpacker, Unpacker::open(unfinished.path() / "root"));
  Progress progress{.layers_total = parts.layers.size()};
  for (const Descriptor& layer : parts.layers) {
    progress.bytes_total += layer.size;
  }
  std::int64_t size = 0;
  for (std::size_t i = 0; i < parts.layers.size(); ++i) {
    if (options.progress) {
      options.progress(progress);
    }
    TRY_ASSIGN(const auto blob, source.layer(parts, i));
    Watched watched(*blob, options, progress);
    TRY_ASSIGN(const std::int64_t bytes,
               unpack_layer(watched, parts.layers[i], parts.config.diff_ids[i], unpacker));
    size += bytes;
    ++progress.layers_done;
  }
  TRY(unpacker.finish());
  size += pack(options, parts, unfinished.path() / "root");
  TRY(files.publish(unfinished.path(),
                    {.id = parts.id, .config_text = parts.config_text, .size = size}, clock.now()));
  if (options.progress) {
    options.progress(progress);
  }
  TRY_ASSIGN(auto image, files.image(parts.id));
  if (!image) {
    return fail(Code::kConflict, "the image was removed in the moment it was there");
  }
  return *std::move(image);
}

}  // namespace

Result<Image> bring(const StoreFiles& files, ImageSource& source, const BringOptions& options,
                    Clock& clock, const ImageParts& parts) {
  TRY_ASSIGN(const ImageLock lock,
             ImageLock::take(files.lock_file(parts.id), ImageLock::Mode::kExclusive, options.stop));
  TRY_ASSIGN(auto there, files.image(parts.id));
  if (there) {
    TRY(files.touch(parts.id, clock.now()));
    pack(options, parts, there->root);  // it may have been brought for another runtime
    return *std::move(there);
  }
  return unpack(files, source, options, clock, parts);
}

}  // namespace sluice::images
