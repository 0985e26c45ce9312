// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "images/image_config.h"
#include "images/layers/source.h"
#include "images/sources/manifest.h"

namespace sluice::images {

// What an image consists of, verified but for the layers' content.
struct ImageParts {
  std::string id;      // digest of the configuration
  std::string digest;  // of what its name stands for: "sha256:…"; empty: it has no manifest
  std::string config_text;
  ConfigDocument config;
  std::vector<Descriptor> layers;  // the lowest first, as many as config.diff_ids
};

// One image, wherever it is. One thread.
class ImageSource {
 public:
  virtual ~ImageSource() = default;
  virtual Result<ImageParts> parts() = 0;
  virtual Result<std::unique_ptr<ByteSource>> layer(const ImageParts& parts, std::size_t index) = 0;
};

// Content by digest: a repository of a registry, or a layout of files. Outlives the sources it
// hands out. One thread.
class BlobStore {
 public:
  virtual ~BlobStore() = default;
  virtual Result<std::string> manifest(const std::string& tag_or_digest) = 0;
  virtual Result<std::unique_ptr<ByteSource>> blob(const Descriptor& descriptor) = 0;
};

// The image for this machine that `name`, a tag or a digest, stands for. `blobs` outlives it.
class ManifestSource final : public ImageSource {
 public:
  ManifestSource(BlobStore& blobs, std::string name) : blobs_(blobs), name_(std::move(name)) {}
  Result<ImageParts> parts() override;
  Result<std::unique_ptr<ByteSource>> layer(const ImageParts& parts, std::size_t index) override;

 private:
  BlobStore& blobs_;
  std::string name_;
};

// Reads the configuration into `parts` and checks that it fits the layers and this machine.
Result<void> take_config(std::string text, ImageParts& parts);

}  // namespace sluice::images
