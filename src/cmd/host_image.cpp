// SPDX-License-Identifier: Apache-2.0
#include "cmd/host_image.h"

#include <array>
#include <filesystem>
#include <string_view>

#include "base/files.h"

namespace sluice::cmd {
namespace {

constexpr const char* kName = "sluice.dev/host:v1";

// An image in OCI's layout: no layers, for any machine. A blob is called after its digest.
struct File {
  const char* name;
  std::string_view text;
};
constexpr std::array<File, 4> kLayout{{
    {"oci-layout", R"({"imageLayoutVersion":"1.0.0"})"},
    {"blobs/sha256/a2adb5c0cde5095ab05a994fbccbd73b723f006dd869e4971b6ff831a041851a",
     R"({"config":{"Env":["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]},"rootfs":{"type":"layers","diff_ids":[]}})"},
    {"blobs/sha256/4f93569d3bf691cbc9a57ccc4af42937422953e9545f1185218bb6aeb9c606d7",
     R"({"schemaVersion":2,"config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:a2adb5c0cde5095ab05a994fbccbd73b723f006dd869e4971b6ff831a041851a","size":98},"layers":[]})"},
    {"index.json",
     R"({"schemaVersion":2,"manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:4f93569d3bf691cbc9a57ccc4af42937422953e9545f1185218bb6aeb9c606d7","size":190}]})"},
}};

}  // namespace

Result<void> bring_host_image(images::ImageStore& store) {
  TRY_ASSIGN(const auto found, store.find(kName));
  if (found) {
    return {};
  }
  const TemporaryDirectory layout;
  for (const File& file : kLayout) {
    TRY(make_directory((layout.path() / file.name).parent_path()));
    TRY(write_file_replacing(layout.path() / file.name, file.text));
  }
  TRY(store.import({.source = "oci:" + layout.path().string(), .name = kName}));
  return {};
}

}  // namespace sluice::cmd
