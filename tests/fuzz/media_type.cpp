// SPDX-License-Identifier: Apache-2.0
#include "apiserver/media_type.h"

#include <cstdint>
#include <string_view>

#include "apiserver/negotiate.h"
#include "base/result.h"

// Whatever an Accept header says: types come by quality, and what is chosen was possible.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view header(reinterpret_cast<const char*>(data), size);
  double quality = 1;
  for (const auto& media : sluice::apiserver::parse_accept(header)) {
    CHECK(media.quality >= 0 && media.quality <= quality);
    quality = media.quality;
  }
  sluice::http::Request request;
  request.headers.add("Accept", std::string(header));
  const auto output = sluice::apiserver::choose_output(request, {.tables = false, .streams = true});
  if (output) {
    CHECK(output->form != sluice::apiserver::Output::Form::kTable);
    CHECK(output->encoding != sluice::apiserver::Encoding::kYaml);
  }
  return 0;
}
