// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "images/layers/source.h"
#include "images/sources/manifest.h"
#include "json/text.h"

namespace sluice::images {

// Images made by tests: tar files entry by entry, compressed or not, with their manifests.

inline std::string gzip(std::string_view text) {
  z_stream stream{};
  CHECK(deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
  return out;
}

class TarWriter {
 public:
  struct Entry {
    std::string path;
    char type = '0';
    std::string content = {};
    std::string target = {};
    unsigned mode = 0644;
    unsigned uid = 0;
    unsigned gid = 0;
  };

  TarWriter& add(const Entry& entry) {
    std::array<char, 512> block{};
    const auto put = [&](std::size_t at, std::size_t room, const std::string& text) {
      std::memcpy(block.data() + at, text.data(), std::min(room, text.size()));
    };
    const auto octal = [](auto number, int digits) {
      char text[32];
      std::snprintf(text, sizeof(text), "%0*llo", digits, static_cast<unsigned long long>(number));
      return std::string(text);
    };
    put(0, 100, entry.path);
    put(100, 8, octal(entry.mode, 7));
    put(108, 8, octal(entry.uid, 7));
    put(116, 8, octal(entry.gid, 7));
    put(124, 12, octal(entry.content.size(), 11));
    put(136, 12, octal(1'700'000'000, 11));
    put(148, 8, "        ");
    block[156] = entry.type;
    put(157, 100, entry.target);
    put(257, 8, std::string("ustar\00000", 8));
    unsigned sum = 0;
    for (const char c : block) {
      sum += static_cast<unsigned char>(c);
    }
    put(148, 8, octal(sum, 6) + std::string("\0 ", 2));
    bytes_.append(block.data(), block.size());
    bytes_ += entry.content;
    bytes_.append((512 - entry.content.size() % 512) % 512, '\0');
    return *this;
  }
  TarWriter& file(const std::string& path, const std::string& content, unsigned mode = 0644) {
    return add({.path = path, .content = content, .mode = mode});
  }
  TarWriter& directory(const std::string& path, unsigned mode = 0755) {
    return add({.path = path, .type = '5', .mode = mode});
  }
  TarWriter& symlink(const std::string& path, const std::string& target) {
    return add({.path = path, .type = '2', .target = target, .mode = 0777});
  }
  TarWriter& hard_link(const std::string& path, const std::string& target) {
    return add({.path = path, .type = '1', .target = target});
  }
  // A pax header for the entry that follows.
  TarWriter& pax(const std::vector<std::pair<std::string, std::string>>& records) {
    std::string content;
    for (const auto& [key, value] : records) {
      const std::string rest = " " + key + "=" + value + "\n";
      std::size_t length = rest.size() + 1;
      while (std::to_string(length).size() + rest.size() != length) {
        ++length;
      }
      content += std::to_string(length) + rest;
    }
    return add({.path = "pax", .type = 'x', .content = content});
  }

  std::string text() const { return bytes_ + std::string(1024, '\0'); }

 private:
  std::string bytes_;
};

// An image in its parts, as a registry holds them.
struct TestImage {
  std::string manifest;
  std::string config;
  std::vector<std::string> layers;           // as transferred
  std::map<std::string, std::string> blobs;  // all but the manifest, by digest

  std::string id() const { return digest_of(config); }
  std::string digest() const { return digest_of(manifest); }
};

inline constexpr std::string_view kTestManifestType = "application/vnd.oci.image.manifest.v1+json";

struct TestImageOptions {
  std::string architecture = "";  // empty: this machine's
  std::string form = "gzip";      // or zstd, or tar
  json::Object config = {};       // "Cmd" and so on
};

inline std::string this_architecture() {
  return this_platform().architecture;
}

inline json::Value test_descriptor(std::string_view type, const std::string& content) {
  return json::Object{
      {"mediaType", type}, {"digest", digest_of(content)}, {"size", content.size()}};
}

// `layers` are tar files.
inline TestImage make_image(const std::vector<std::string>& layers, TestImageOptions options = {}) {
  TestImage image;
  json::Array diff_ids;
  json::Array descriptors;
  for (const std::string& layer : layers) {
    diff_ids.push_back(digest_of(layer));
    image.layers.push_back(options.form == "gzip"   ? gzip(layer)
                           : options.form == "zstd" ? zstd(layer)
                                                    : layer);
    descriptors.push_back(
        test_descriptor("application/vnd.oci.image.layer.v1.tar+gzip", image.layers.back()));
    image.blobs[digest_of(image.layers.back())] = image.layers.back();
  }
  image.config = json::write(json::Object{
      {"architecture", options.architecture.empty() ? this_architecture() : options.architecture},
      {"os", "linux"},
      {"config", options.config},
      {"rootfs", json::Object{{"type", "layers"}, {"diff_ids", diff_ids}}}});
  image.blobs[image.id()] = image.config;
  image.manifest = json::write(json::Object{
      {"schemaVersion", 2},
      {"mediaType", kTestManifestType},
      {"config", test_descriptor("application/vnd.oci.image.config.v1+json", image.config)},
      {"layers", descriptors}});
  return image;
}

}  // namespace sluice::images
