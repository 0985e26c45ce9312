// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/html_stream.h"

#include <gtest/gtest.h>

#include <deque>

#include "http/compression.h"

namespace sluice::apiserver {
namespace {

// Pieces that have all arrived, and what comes after them.
class Pieces final : public Stream {
 public:
  Pieces(std::deque<std::string> pieces, State last) : pieces_(std::move(pieces)), last_(last) {}
  State poll(std::string& chunk) override {
    if (pieces_.empty()) {
      return last_;
    }
    chunk = std::move(pieces_.front());
    pieces_.pop_front();
    return State::kData;
  }
  void set_ready(std::function<void()>) override {}

 private:
  std::deque<std::string> pieces_;
  State last_;
};

std::string read(std::deque<std::string> pieces, std::optional<http::Inflater::Form> packed = {},
                 Stream::State last = Stream::State::kEnd) {
  HtmlStream stream(std::make_unique<Pieces>(std::move(pieces), last), packed,
                    [](const std::string& url) { return "/p" + url; });
  std::string all;
  std::string chunk;
  Stream::State state = stream.poll(chunk);
  for (; state == Stream::State::kData; state = stream.poll(chunk)) {
    all += chunk;
  }
  return all + (state == Stream::State::kEnd       ? ""
                : state == Stream::State::kPending ? "..."
                                                   : " (broken)");
}

TEST(HtmlStream, RewritesLinksAcrossPieces) {
  EXPECT_EQ(read({"<a hr", "ef=\"/x", "\">t<"}), "<a href=\"/p/x\">t<");
  EXPECT_EQ(read({"t<a"}, {}, Stream::State::kPending), "t...");
  EXPECT_EQ(read({"t<a"}, {}, Stream::State::kBroken), "t (broken)");
}

TEST(HtmlStream, UnpacksWhatWasPacked) {
  const std::string page = http::gzip("<a href=/x>");
  EXPECT_EQ(read({page.substr(0, 5), page.substr(5)}, http::Inflater::Form::kGzip),
            "<a href=/p/x>");
  EXPECT_EQ(read({page.substr(0, page.size() - 3)}, http::Inflater::Form::kGzip),
            "<a href=/p/x> (broken)");
  EXPECT_EQ(read({"<a href=/x>"}, http::Inflater::Form::kGzip), " (broken)");
}

}  // namespace
}  // namespace sluice::apiserver
