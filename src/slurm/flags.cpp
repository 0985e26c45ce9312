// SPDX-License-Identifier: Apache-2.0
#include "slurm/flags.h"

#include <algorithm>
#include <array>

namespace sluice::slurm {
namespace {

constexpr std::array<std::string_view, 25> kReservedLong{"array",
                                                         "wait",
                                                         "wrap",
                                                         "parsable",
                                                         "test-only",
                                                         "help",
                                                         "usage",
                                                         "version",
                                                         "comment",
                                                         "output",
                                                         "error",
                                                         "input",
                                                         "chdir",
                                                         "export",
                                                         "export-file",
                                                         "get-user-env",
                                                         "requeue",
                                                         "clusters",
                                                         "cluster",
                                                         "uid",
                                                         "gid",
                                                         "no-requeue",
                                                         "burst-buffer-file",
                                                         "bbf",
                                                         "workdir"};
constexpr std::string_view kReservedShort = "aWhVMDoei";

// Flags that never take the following word as their value.
constexpr std::array<std::string_view, 23> kLongAlone{
    "exclusive", "hold",       "contiguous",    "overcommit", "oversubscribe", "no-kill",
    "reboot",    "spread-job", "use-min-nodes", "verbose",    "quiet",         "ignore-pbs",
    "no-bell",   "bell",       "share",         "wait",       "parsable",      "test-only",
    "help",      "usage",      "version",       "requeue",    "no-requeue"};
constexpr std::string_view kShortAlone = "HkOsvQWhV";

tl::unexpected<Error> reserved(std::string_view word) {
  return fail(Code::kInvalid, "Slurm flag \"" + std::string(word) +
                                  "\" is not allowed here: it would take the job out of our hands");
}

bool is_long(std::string_view word) {
  return word.starts_with("--");
}

std::string_view long_name(std::string_view word) {
  return word.substr(2, word.find('=') - 2);
}

// getopt accepts unambiguous beginnings of a name: "--arr" is --array.
template <std::size_t N>
bool begins_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view whole) { return whole.starts_with(name); });
}

// The first letter of "-Hn4" that takes a value; npos: none does.
std::size_t valued_letter(std::string_view word) {
  return word.find_first_not_of(kShortAlone, 1);
}

// Whether the flag takes the next word as its value: "-n" does, "-n4" has it.
bool wants_next(std::string_view word) {
  if (is_long(word)) {
    return word.find('=') == std::string_view::npos && !begins_one_of(long_name(word), kLongAlone);
  }
  return valued_letter(word) + 1 == word.size();
}

bool is_reserved(std::string_view word) {
  if (is_long(word)) {
    return long_name(word).empty() || begins_one_of(long_name(word), kReservedLong);
  }
  const std::string_view letters = word.substr(1, valued_letter(word));
  return letters.find_first_of(kReservedShort) != std::string_view::npos;
}

bool is_beginning(std::string_view word, std::string_view name) {
  return word.size() >= 2 && name.starts_with(word);
}

}  // namespace

Result<std::vector<std::string>> shell_words(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      inside = false;
      continue;
    }
    if (!inside) {
      words.emplace_back();
      inside = true;
    }
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote && quote != 0) {
      quote = 0;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) {
    return fail(Code::kInvalid, "Slurm flags \"" + std::string(text) + "\": a quote is not closed");
  }
  return words;
}

Result<std::vector<std::string>> flag_words(const std::vector<std::string>& flags) {
  std::vector<std::string> all;
  for (const std::string& flag : flags) {
    TRY_ASSIGN(const auto words, shell_words(flag));
    all.insert(all.end(), words.begin(), words.end());
  }
  bool value_expected = false;
  for (const std::string& word : all) {
    if (word.find('\0') != std::string::npos) {
      return fail(Code::kInvalid, "Slurm flags must not contain a zero byte");
    }
    if (value_expected) {
      value_expected = false;
      continue;
    }
    if (word.size() < 2 || word[0] != '-') {
      return fail(Code::kInvalid,
                  "Slurm flags: expected a flag such as --constraint=gpu, got \"" + word + "\"");
    }
    if (is_reserved(word)) {
      return reserved(word);
    }
    value_expected = wants_next(word);
  }
  if (value_expected) {
    return fail(Code::kInvalid, "Slurm flag \"" + all.back() + "\" needs a value");
  }
  return all;
}

std::optional<std::string> flag_value(const std::vector<std::string>& words, std::string_view name,
                                      char letter) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word.size() < 2 || word[0] != '-') {
      continue;
    }
    const std::string next = wants_next(word) && i + 1 < words.size() ? words[i + 1] : "";
    const std::size_t equals = word.find('=');
    if (is_long(word) && is_beginning(long_name(word), name)) {
      value = equals == std::string_view::npos ? next : std::string(word.substr(equals + 1));
    } else if (const std::size_t at = valued_letter(word); !is_long(word) && letter != 0 &&
                                                           at != std::string_view::npos &&
                                                           word[at] == letter) {
      value = wants_next(word) ? next : std::string(word.substr(at + 1));
    }
    i += wants_next(word) ? 1 : 0;
  }
  return value;
}

}  // namespace sluice::slurm
