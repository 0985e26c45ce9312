// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/html_links.h"

#include <cstdint>

#include "base/result.h"

// Whatever a page is: who rewrites nothing gets it back, and how it is cut into pieces makes no
// difference.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view page(reinterpret_cast<const char*>(data), size);
  const auto rewritten = [&](std::size_t piece, bool mark) {
    sluice::apiserver::HtmlLinks links(
        [mark](const std::string& url) { return mark ? "/p" + url : url; });
    std::string out;
    for (std::size_t at = 0; at < page.size(); at += piece) {
      links.feed(page.substr(at, piece), out);
    }
    links.finish(out);
    return out;
  };
  CHECK(rewritten(page.size() + 1, false) == page);
  CHECK(rewritten(3, true) == rewritten(page.size() + 1, true));
  return 0;
}
