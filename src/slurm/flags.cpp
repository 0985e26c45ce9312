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
constexpr std::array<std::string_view, 15> kLongAlone{
    "exclusive", "hold",       "contiguous", "overcommit",    "oversubscribe",
    "no-kill",   "reboot",     "spread-job", "use-min-nodes", "verbose",
    "quiet",     "ignore-pbs", "no-bell",    "bell",          "share"};
constexpr std::string_view kShortAlone = "HkOsvQ";

tl::unexpected<Error> reserved(std::string_view word) {
  return fail(Code::kInvalid, "Slurm flag \"" + std::string(word) +
                                  "\" is not allowed here: it would take the job out of our hands");
}

// Whether the flag takes the next word as its value.
Result<bool> check_long(std::string_view word) {
  const std::size_t equals = word.find('=');
  const std::string_view name =
      word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
  // getopt accepts unambiguous beginnings of a name: "--arr" is --array.
  const bool taken = std::any_of(kReservedLong.begin(), kReservedLong.end(),
                                 [&](std::string_view r) { return r.starts_with(name); });
  if (name.empty() || taken) {
    return reserved(word);
  }
  const bool alone = std::any_of(kLongAlone.begin(), kLongAlone.end(),
                                 [&](std::string_view a) { return a.starts_with(name); });
  return equals == std::string_view::npos && !alone;
}

Result<bool> check_short(std::string_view word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (kReservedShort.find(word[i]) != std::string_view::npos) {
      return reserved(word);
    }
    if (kShortAlone.find(word[i]) == std::string_view::npos) {
      return i + 1 == word.size();  // "-n" wants a value, "-n4" has it
    }
  }
  return false;
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
    TRY_ASSIGN(value_expected, word[1] == '-' ? check_long(word) : check_short(word));
  }
  if (value_expected) {
    return fail(Code::kInvalid, "Slurm flag \"" + all.back() + "\" needs a value");
  }
  return all;
}

namespace {

bool is_beginning(std::string_view word, std::string_view name) {
  return word == name || (word.size() >= 4 && name.starts_with(word));
}

}  // namespace

std::optional<std::string> flag_value(const std::vector<std::string>& words, std::string_view name,
                                      char letter) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool is_long = word.starts_with("--");
    const std::size_t equals = word.find('=');
    const auto wants_next = is_long ? check_long(word) : check_short(word);
    const bool next = wants_next.value_or(false) && i + 1 < words.size();
    if (is_long && is_beginning(word.substr(2, equals - 2), name)) {
      value = equals != std::string_view::npos ? std::string(word.substr(equals + 1))
              : next                           ? words[i + 1]
                                               : "";
    } else if (!is_long && letter != 0 && word.size() > 1) {
      const std::size_t at = word.find_first_not_of(kShortAlone, 1);
      if (at != std::string_view::npos && word[at] == letter) {
        value = next ? words[i + 1] : std::string(word.substr(at + 1));
      }
    }
    i += next ? 1 : 0;
  }
  return value;
}

}  // namespace sluice::slurm
