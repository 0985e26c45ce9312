// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace sluice::apiserver {

// Rewrites the links of an HTML page that passes by in pieces: the URLs in the attributes that
// hold one. Everything else stays as it is, byte for byte; so do scripts, comments, and tags longer
// than a browser would care for, which keeps memory small.
class HtmlLinks {
 public:
  using Rewrite = std::function<std::string(const std::string& url)>;
  explicit HtmlLinks(Rewrite rewrite) : rewrite_(std::move(rewrite)) {}

  void feed(std::string_view page, std::string& out);
  // The page ended, perhaps within a tag.
  void finish(std::string& out);

 private:
  enum class State : std::uint8_t { kText, kOpened, kTag, kLongTag, kComment, kRawText };

  void take(char c, std::string& out);
  void open(char c, std::string& out);
  void take_of_tag(char c, std::string& out);
  bool closes(char c);
  void close_tag(std::string& out);
  std::string rewritten() const;

  const Rewrite rewrite_;
  State state_ = State::kText;
  std::string tag_;          // as far as it is here
  char quote_ = 0;           // of the attribute's value we are in
  bool value_ = false;       // an equals sign was the last of the tag
  int dashes_ = 0;           // that a comment may end with
  std::string end_;          // "</script": what the raw text goes on until
  std::size_t matched_ = 0;  // of it
};

}  // namespace sluice::apiserver
