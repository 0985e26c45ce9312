// SPDX-License-Identifier: Apache-2.0
#include "jobs/script_options.h"

#include "base/text.h"
#include "slurm/flags.h"

namespace sluice::jobs {
namespace {

constexpr std::string_view kMark = "#SBATCH";
constexpr std::string_view kDirectory = "--chdir=";
constexpr std::string_view kArray = "--array=";

// Those before the first command: sbatch reads no further either.
std::vector<std::string_view> sbatch_lines(std::string_view script) {
  std::vector<std::string_view> lines;
  for (const std::string_view raw : split(script, '\n')) {
    const std::string_view line = trim(raw);
    if (!line.empty() && line.front() != '#') {
      break;
    }
    if (line.starts_with(kMark)) {
      lines.push_back(line);
    }
  }
  return lines;
}

// The words of one line; a comment may follow them.
Result<std::vector<std::string>> words_of(std::string_view line) {
  TRY_ASSIGN(std::vector<std::string> words, slurm::shell_words(line.substr(kMark.size())));
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with('#')) {
      words.resize(i);
    }
  }
  return words;
}

void read_words(std::vector<std::string> words, ScriptOptions& options) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--export=ALL") {
      continue;
    }
    if (word.starts_with(kDirectory)) {
      options.working_directory = word.substr(kDirectory.size());
    } else if ((word == "-D" || word == "--chdir") && i + 1 < words.size()) {
      options.working_directory = words[++i];
    } else if (word.starts_with(kArray)) {
      options.array = word.substr(kArray.size());
    } else if ((word == "-a" || word == "--array") && i + 1 < words.size()) {
      options.array = words[++i];
    } else {
      options.flags.push_back(shell_quote(word));
    }
  }
}

}  // namespace

Result<ScriptOptions> script_options(std::string_view script) {
  ScriptOptions options;
  for (const std::string_view line : sbatch_lines(script)) {
    TRY_ASSIGN(std::vector<std::string> words, words_of(line));
    read_words(std::move(words), options);
  }
  return options;
}

std::optional<std::string> option_value(std::string_view script, std::string_view name,
                                        char letter) {
  std::optional<std::string> found;
  for (const std::string_view line : sbatch_lines(script)) {
    const auto words = words_of(line);
    if (auto value = words ? slurm::flag_value(*words, name, letter) : std::nullopt) {
      found = std::move(value);
    }
  }
  return found;
}

}  // namespace sluice::jobs
