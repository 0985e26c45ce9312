// SPDX-License-Identifier: Apache-2.0
#include "kubelet/flags.h"

#include <algorithm>
#include <array>
#include <optional>

#include "api/meta.h"

namespace sluice::kubelet {
namespace {

constexpr std::array kAnnotations{"sluice.dev/flags", "slurm.hpk.io/flags",
                                  "slurm-job.hpk.io/flags"};

// Long name and, where there is one, short form.
struct Refused {
  std::string_view name;
  char letter = 0;
};
constexpr std::array kRefused{
    Refused{"array", 'a'}, Refused{"comment"},       Refused{"wrap"},     Refused{"test-only"},
    Refused{"wait", 'W'},  Refused{"clusters", 'M'}, Refused{"cluster"},  Refused{"help", 'h'},
    Refused{"usage"},      Refused{"version", 'V'},  Refused{"parsable"}, Refused{"uid"},
    Refused{"gid"},        Refused{"get-user-env"}};

bool is_refused(std::string_view flag) {
  return std::any_of(kRefused.begin(), kRefused.end(), [&](const Refused& refused) {
    if (flag.starts_with("--")) {
      return flag.substr(2, flag.find('=') - 2) == refused.name;
    }
    return refused.letter != 0 && flag.size() > 1 && flag[0] == '-' && flag[1] == refused.letter;
  });
}

// Splits one word off; `at` stands on its first character.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  Result<std::optional<std::string>> next() {
    while (at_ < text_.size() && is_space(text_[at_])) {
      ++at_;
    }
    if (at_ == text_.size()) {
      return std::nullopt;
    }
    std::string word;
    while (at_ < text_.size() && !is_space(text_[at_])) {
      TRY(take(word));
    }
    return word;
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  Result<void> take(std::string& word) {
    const char c = text_[at_++];
    if (c == '\'' || c == '"') {
      return take_quoted(word, c);
    }
    if (c == '\\' && at_ < text_.size()) {
      word.push_back(text_[at_++]);
    } else {
      word.push_back(c);
    }
    return {};
  }

  Result<void> take_quoted(std::string& word, char quote) {
    while (at_ < text_.size() && text_[at_] != quote) {
      const bool escaped = quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() &&
                           (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\');
      at_ += escaped ? 1 : 0;
      word.push_back(text_[at_++]);
    }
    if (at_ == text_.size()) {
      return fail(Code::kInvalid, std::string("the quote ") + quote + " is not closed");
    }
    ++at_;
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Result<void> add_flags(std::vector<std::string>& flags, std::string_view text) {
  TRY_ASSIGN(const std::vector<std::string> words, split_words(text));
  for (const std::string& word : words) {
    if (is_refused(word)) {
      return fail(Code::kInvalid, "flag " + word + " cannot be used for a pod");
    }
    flags.push_back(word);
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view text) {
  WordReader reader(text);
  std::vector<std::string> words;
  while (true) {
    TRY_ASSIGN(std::optional<std::string> word, reader.next());
    if (!word) {
      return words;
    }
    words.push_back(std::move(*word));
  }
}

Result<std::vector<std::string>> slurm_flags(const json::Value& pod) {
  std::vector<std::string> flags;
  for (const char* name : kAnnotations) {
    const Result<void> added = add_flags(flags, api::annotation(pod, name));
    if (!added) {
      return tl::unexpected(with_context(added.error(), std::string("annotation ") + name));
    }
  }
  return flags;
}

}  // namespace sluice::kubelet
