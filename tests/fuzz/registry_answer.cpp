// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "http/url.h"
#include "images/credentials.h"
#include "images/image_config.h"
#include "images/reference.h"
#include "images/sources/challenge.h"
#include "images/sources/manifest.h"

// What a registry may answer: whatever is accepted is fit to be used in paths and requests.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto manifest = sluice::images::parse_manifest(text)) {
    for (const auto& layer : manifest->layers) {
      CHECK(sluice::images::is_digest(layer.digest) && layer.size >= 0);
    }
    CHECK(manifest->is_choice() || sluice::images::is_digest(manifest->config.digest));
  }
  if (const auto config = sluice::images::parse_config(text)) {
    for (const std::string& id : config->diff_ids) {
      CHECK(sluice::images::is_digest(id));
    }
  }
  if (const auto url = sluice::http::parse_url(text)) {
    CHECK(!url->host.empty() && url->port != 0 && url->target.starts_with('/'));
    CHECK(url->target.find_first_of("\r\n ") == std::string::npos);
  }
  sluice::http::Headers headers;
  headers.add("WWW-Authenticate", text);
  if (const auto challenge = sluice::images::find_challenge(headers)) {
    CHECK(challenge->scheme == sluice::images::Challenge::Scheme::kBasic ||
          !challenge->realm.empty());
  }
  sluice::images::Credentials credentials;
  static_cast<void>(credentials.add_docker_config_json(text));
  static_cast<void>(credentials.matching(text));
  return 0;
}
