// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/html_links.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::apiserver {
namespace {

constexpr std::size_t kLongestTag = std::size_t{64} * 1024;
constexpr std::string_view kSpace = " \t\n\r\f";
constexpr std::string_view kNameEnd = " \t\n\r\f/>";

// Attributes of HTML that hold a URL, and the element where they do; empty: wherever they stand.
struct LinkAttribute {
  std::string_view name;
  std::string_view element = {};
};
constexpr auto kLinks = std::to_array<LinkAttribute>({{"action"},
                                                      {"background", "body"},
                                                      {"cite"},
                                                      {"classid", "object"},
                                                      {"codebase"},
                                                      {"data", "object"},
                                                      {"formaction"},
                                                      {"href"},
                                                      {"longdesc"},
                                                      {"manifest", "html"},
                                                      {"poster", "video"},
                                                      {"profile", "head"},
                                                      {"src"},
                                                      {"usemap"}});

// Elements whose content is no markup.
constexpr auto kRawTexts = std::to_array<std::string_view>(
    {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"});

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

bool is_space(char c) {
  return kSpace.find(c) != std::string_view::npos;
}

bool holds_url(std::string_view element, std::string_view attribute) {
  return std::any_of(kLinks.begin(), kLinks.end(), [&](const LinkAttribute& link) {
    return link.name == attribute && (link.element.empty() || link.element == element);
  });
}

std::string name_of(std::string_view tag) {
  const std::size_t end = tag.find_first_of(kNameEnd, 1);
  return to_lower(tag.substr(1, end == std::string_view::npos ? end : end - 1));
}

// Where the value that begins at `at` lies, without its quotes.
std::pair<std::size_t, std::size_t> value_at(std::string_view tag, std::size_t at) {
  const char quote = tag[at];
  if (quote == '"' || quote == '\'') {
    const std::size_t end = tag.find(quote, at + 1);
    return {at + 1, end == std::string_view::npos ? tag.size() : end};
  }
  return {at, std::min(tag.find_first_of(" \t\n\r\f>", at), tag.size())};
}

}  // namespace

void HtmlLinks::feed(std::string_view page, std::string& out) {
  while (!page.empty()) {
    if (state_ == State::kText) {  // most of a page
      const std::size_t plain = std::min(page.find('<'), page.size());
      out += page.substr(0, plain);
      page.remove_prefix(plain);
    }
    if (!page.empty()) {
      take(page.front(), out);
      page.remove_prefix(1);
    }
  }
}

void HtmlLinks::finish(std::string& out) {
  const std::string held = std::exchange(tag_, "");
  if (state_ != State::kLongTag) {
    out += held;
  }
  state_ = State::kText;
}

void HtmlLinks::take(char c, std::string& out) {
  switch (state_) {
    case State::kText:
      tag_ = c;
      state_ = State::kOpened;
      return;
    case State::kOpened:
      open(c, out);
      return;
    case State::kTag:
    case State::kLongTag:
      take_of_tag(c, out);
      return;
    case State::kComment:
      out += c;
      state_ = c == '>' && dashes_ >= 2 ? State::kText : State::kComment;
      dashes_ = c == '-' ? std::min(dashes_ + 1, 2) : 0;
      return;
    case State::kRawText:
      out += c;
      matched_ = lower(c) == end_[matched_] ? matched_ + 1 : c == '<' ? 1 : 0;
      state_ = matched_ == end_.size() ? State::kText : State::kRawText;
      return;
  }
}

// Behind '<': a tag, a comment, or nothing of that kind.
void HtmlLinks::open(char c, std::string& out) {
  if (tag_ == "<" && is_letter(c)) {
    tag_ += c;
    quote_ = 0;
    value_ = false;
    state_ = State::kTag;
    return;
  }
  if (c == '<') {
    out += std::exchange(tag_, "<");
    return;
  }
  tag_ += c;
  if (std::string_view("<!--").starts_with(tag_) && tag_.size() < 4) {
    return;
  }
  dashes_ = 2;  // "<!-->" is one already
  state_ = tag_ == "<!--" ? State::kComment : State::kText;
  out += std::exchange(tag_, "");
}

// Whether this is the end of the tag; quotes count where a value begins only.
bool HtmlLinks::closes(char c) {
  if (quote_ != 0) {
    quote_ = c == quote_ ? 0 : quote_;
    return false;
  }
  if (value_ && (c == '"' || c == '\'')) {
    quote_ = c;
  }
  value_ = c == '=' || (value_ && is_space(c));
  return c == '>';
}

void HtmlLinks::take_of_tag(char c, std::string& out) {
  const bool closed = closes(c);
  if (state_ == State::kLongTag) {
    out += c;
  } else {
    tag_ += c;
  }
  if (closed) {
    close_tag(out);
  } else if (tag_.size() > kLongestTag) {
    out += tag_;
    tag_.resize(std::min(tag_.find_first_of(kNameEnd, 1), std::size_t{32}));
    state_ = State::kLongTag;
  }
}

void HtmlLinks::close_tag(std::string& out) {
  const std::string name = name_of(tag_);
  if (state_ == State::kTag) {
    out += rewritten();
  }
  const bool raw = std::find(kRawTexts.begin(), kRawTexts.end(), name) != kRawTexts.end();
  state_ = raw ? State::kRawText : State::kText;
  end_ = "</" + name;
  matched_ = 0;
  tag_.clear();
}

std::string HtmlLinks::rewritten() const {
  const std::string_view tag = tag_;
  const std::string element = name_of(tag);
  std::string out;
  std::size_t copied = 0;
  std::size_t at = 1 + element.size();
  while ((at = tag.find_first_not_of(" \t\n\r\f/>", at)) != std::string_view::npos) {
    // A name may begin with an equals sign.
    const std::size_t name_end = std::min(tag.find_first_of(" \t\n\r\f/>=", at + 1), tag.size());
    const std::string name = to_lower(tag.substr(at, name_end - at));
    at = tag.find_first_not_of(kSpace, name_end);
    if (at == std::string_view::npos || tag[at] != '=') {
      continue;
    }
    at = tag.find_first_not_of(kSpace, at + 1);
    if (at == std::string_view::npos || tag[at] == '>') {
      break;
    }
    const auto [begin, end] = value_at(tag, at);
    if (end > begin && holds_url(element, name)) {
      out += tag.substr(copied, begin - copied);
      out += rewrite_(std::string(tag.substr(begin, end - begin)));
      copied = end;
    }
    at = begin == at ? end : std::min(end + 1, tag.size());
  }
  return out.append(tag.substr(copied));
}

}  // namespace sluice::apiserver
