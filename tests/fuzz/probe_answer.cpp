// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "http/url.h"
#include "pod/foreign_text.h"
#include "pod/grpc_check.h"

// What a container answers to its probes: the Location of a redirect, the body and trailer of a
// health check, output.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const sluice::http::Url from{.plain = true, .host = "h", .port = 80, .target = "/a/b?c"};
  if (const auto to = sluice::http::resolve_url(from, text)) {
    CHECK(!to->host.empty() && to->port != 0 && to->target.starts_with('/'));
  }
  sluice::http::Http2Answer answer{.status = 200, .headers = {}, .body = std::string(text)};
  answer.headers.add("grpc-status", std::string(text.substr(0, 2)));
  answer.headers.add("grpc-message", std::string(text));
  sluice::pod::grpc_verdict(answer);
  answer.headers = {};
  answer.headers.add("grpc-status", "0");
  sluice::pod::grpc_verdict(answer);
  CHECK(sluice::pod::readable(text, 64).size() <= 64);
  return 0;
}
