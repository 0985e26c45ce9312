// SPDX-License-Identifier: Apache-2.0
#include "images/sources/image_source.h"

#include "images/reference.h"

namespace sluice::images {
namespace {

constexpr int kMaxNesting = 4;  // of lists in lists
constexpr std::size_t kMaxConfig = std::size_t{8} << 20;

Result<void> check_digest(const std::string& text, const std::string& digest) {
  const std::string found = digest_of(text, digest);
  if (found != digest) {
    return fail(Code::kInvalid,
                "the manifest is damaged: its digest is " + found + " instead of " + digest);
  }
  return {};
}

}  // namespace

Result<void> take_config(std::string text, ImageParts& parts) {
  TRY_ASSIGN(parts.config, parse_config(text));
  parts.config_text = std::move(text);
  if (parts.config.diff_ids.size() != parts.layers.size()) {
    return fail(Code::kInvalid, "the image has " + std::to_string(parts.layers.size()) +
                                    " layers, its configuration speaks of " +
                                    std::to_string(parts.config.diff_ids.size()));
  }
  const Platform built{parts.config.os, parts.config.config.architecture, parts.config.variant};
  if (!runs_on(built, this_platform())) {
    return fail(Code::kInvalid, "there is no image for " + this_platform().text() +
                                    "; there is one for " + built.text());
  }
  return {};
}

Result<ImageParts> ManifestSource::parts() {
  ImageParts parts;
  TRY_ASSIGN(std::string text, blobs_.manifest(name_));
  parts.digest = is_digest(name_) ? name_ : digest_of(text);
  TRY(check_digest(text, parts.digest));
  TRY_ASSIGN(Manifest manifest, parse_manifest(text));
  for (int depth = 0; manifest.is_choice(); ++depth) {
    if (depth == kMaxNesting) {
      return fail(Code::kInvalid, "the manifest is a list of lists of lists");
    }
    TRY_ASSIGN(const Descriptor chosen, choose(manifest, this_platform()));
    TRY_ASSIGN(text, blobs_.manifest(chosen.digest));
    TRY(check_digest(text, chosen.digest));
    TRY_ASSIGN(manifest, parse_manifest(text));
  }
  parts.id = manifest.config.digest;
  parts.layers = std::move(manifest.layers);
  TRY_ASSIGN(const auto blob, blobs_.blob(manifest.config));
  DigestedSource config(*blob, parts.id);
  TRY_ASSIGN(std::string config_text, read_all(config, kMaxConfig));
  TRY(config.verify("the image's configuration"));
  TRY(take_config(std::move(config_text), parts));
  return parts;
}

Result<std::unique_ptr<ByteSource>> ManifestSource::layer(const ImageParts& parts,
                                                          std::size_t index) {
  return blobs_.blob(parts.layers.at(index));
}

}  // namespace sluice::images
