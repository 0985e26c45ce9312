// SPDX-License-Identifier: Apache-2.0
#include "jobs/script_options.h"

#include "base/text.h"
#include "slurm/flags.h"

namespace sluice::jobs {
namespace {

constexpr std::string_view kMark = "#SBATCH";
constexpr std::string_view kDirectory = "--chdir=";

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
    } else {
      options.flags.push_back(shell_quote(word));
    }
  }
}

}  // namespace

Result<ScriptOptions> script_options(std::string_view script) {
  ScriptOptions options;
  for (const std::string_view raw : split(script, '\n')) {
    const std::string_view line = trim(raw);
    if (!line.empty() && line.front() != '#') {
      break;  // sbatch reads no further either
    }
    if (line.starts_with(kMark)) {
      TRY_ASSIGN(std::vector<std::string> words, words_of(line));
      read_words(std::move(words), options);
    }
  }
  return options;
}

}  // namespace sluice::jobs
