// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/html_stream.h"

namespace sluice::apiserver {

HtmlStream::HtmlStream(std::unique_ptr<Stream> page, std::optional<http::Inflater::Form> packed,
                       HtmlLinks::Rewrite rewrite)
    : page_(std::move(page)), links_(std::move(rewrite)) {
  if (packed) {
    inflater_.emplace(*packed);
  }
}

Stream::State HtmlStream::more() {
  if (!inflater_) {
    return page_->poll(plain_);
  }
  if (inflater_->wants_input()) {
    std::string packed;
    const State state = page_->poll(packed);
    if (state != State::kData) {
      return state == State::kEnd && !inflater_->is_whole() ? State::kBroken : state;
    }
    inflater_->feed(std::move(packed));
  }
  return inflater_->take(plain_) ? State::kData : State::kBroken;
}

Stream::State HtmlStream::poll(std::string& chunk) {
  chunk.clear();
  while (chunk.empty() && !ended_) {
    plain_.clear();
    const State state = more();
    if (state == State::kData) {
      links_.feed(plain_, chunk);
    } else if (state == State::kEnd) {
      ended_ = true;
      links_.finish(chunk);
    } else {
      return state;
    }
  }
  return chunk.empty() ? State::kEnd : State::kData;
}

}  // namespace sluice::apiserver
