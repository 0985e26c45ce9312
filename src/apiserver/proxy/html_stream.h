// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "apiserver/proxy/html_links.h"
#include "base/stream.h"
#include "http/inflater.h"

namespace sluice::apiserver {

// A page as it arrives, unpacked if it was packed, with its links rewritten.
class HtmlStream final : public Stream {
 public:
  HtmlStream(std::unique_ptr<Stream> page, std::optional<http::Inflater::Form> packed,
             HtmlLinks::Rewrite rewrite);

  State poll(std::string& chunk) override;
  void set_ready(std::function<void()> ready) override { page_->set_ready(std::move(ready)); }

 private:
  State more();  // into plain_

  const std::unique_ptr<Stream> page_;
  std::optional<http::Inflater> inflater_;
  HtmlLinks links_;
  std::string plain_;
  bool ended_ = false;
};

}  // namespace sluice::apiserver
