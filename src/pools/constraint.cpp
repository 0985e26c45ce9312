// SPDX-License-Identifier: Apache-2.0
//
// Slurm goes from left to right, whichever the operator. Where it counts nodes ("*2"), they differ,
// and one feature of any of them is enough.
#include "pools/constraint.h"

#include <algorithm>

namespace sluice::pools {
namespace {

constexpr std::string_view kSigns = "&|,()[]*";
constexpr int kDeepest = 32;

class Reading {
 public:
  Reading(std::string_view text, const std::set<std::string>& features)
      : text_(text), features_(features) {}

  bool expression(int depth) {
    bool holds = term(depth);
    while (!rest().empty() && is_one_of("&|,", rest().front())) {
      const char sign = rest().front();
      ++at_;
      const bool next = term(depth);
      holds = sign == '|' ? holds || next : holds && next;
    }
    return holds;
  }
  bool is_done() const { return !failed_ && rest().empty(); }

 private:
  static bool is_one_of(std::string_view signs, char c) {
    return signs.find(c) != std::string_view::npos;
  }
  std::string_view rest() const { return text_.substr(at_); }

  bool term(int depth) {
    if (!rest().empty() && is_one_of("([", rest().front()) && depth < kDeepest) {
      const char end = rest().front() == '(' ? ')' : ']';
      ++at_;
      const bool holds = expression(depth + 1);
      failed_ = failed_ || rest().empty() || rest().front() != end;
      at_ += rest().empty() ? 0 : 1;
      return holds;
    }
    const std::size_t length = std::min(rest().find_first_of(kSigns), rest().size());
    const std::string name(rest().substr(0, length));
    failed_ = failed_ || name.empty();
    at_ += length;
    return features_.contains(name);
  }

  const std::string_view text_;
  const std::set<std::string>& features_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

bool names_any(std::string_view text, const std::set<std::string>& features) {
  return std::any_of(features.begin(), features.end(), [&](const std::string& feature) {
    for (std::size_t at = text.find(feature); at != std::string_view::npos && !feature.empty();
         at = text.find(feature, at + 1)) {
      const std::size_t end = at + feature.size();
      const bool begins = at == 0 || kSigns.find(text[at - 1]) != std::string_view::npos;
      const bool ends = end == text.size() || kSigns.find(text[end]) != std::string_view::npos;
      if (begins && ends) {
        return true;
      }
    }
    return false;
  });
}

}  // namespace

bool may_be_of(std::string_view constraint, const std::set<std::string>& features) {
  if (constraint.empty()) {
    return true;
  }
  if (constraint.find('*') != std::string_view::npos) {
    return names_any(constraint, features);
  }
  Reading reading(constraint, features);
  const bool holds = reading.expression(0);
  return holds || !reading.is_done();
}

}  // namespace sluice::pools
