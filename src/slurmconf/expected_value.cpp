// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/expected_value.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/made_of.h"
#include "base/text.h"

namespace sluice::slurmconf {
namespace {

bool is_one_of(std::string_view value, std::string_view words, char separator) {
  const std::vector<std::string_view> all = split(words, separator);
  return std::any_of(all.begin(), all.end(),
                     [&](std::string_view word) { return same_name(word, value); });
}

// A number, with the suffix Slurm allows for sizes.
std::optional<std::int64_t> number(std::string_view value) {
  constexpr std::string_view kSuffixes = "kmgt";
  std::int64_t factor = 1;
  if (!value.empty()) {
    const std::size_t at = kSuffixes.find(to_lower(value.substr(value.size() - 1)));
    if (at != std::string_view::npos) {
      value.remove_suffix(1);
      for (std::size_t i = 0; i <= at; ++i) {
        factor *= 1024;
      }
    }
  }
  const auto count = parse_int(value);
  return count && *count < (std::int64_t{1} << 50) / factor * 8 ? std::optional(*count * factor)
                                                                : std::nullopt;
}

// Programs that may be named without a directory: they lie beside slurm.conf, from where slurmctld
// sends them to nodes that have their files of it.
struct Sent {
  std::string_view name;
  Release since;
};
constexpr std::array kSent{Sent{"Prolog", {23, 11}}, Sent{"Epilog", {23, 11}},
                           Sent{"TaskProlog", {25, 11}}, Sent{"TaskEpilog", {25, 11}}};

std::optional<std::string> expected_path(const Fact& fact, const std::string& value,
                                         Release release) {
  const std::optional<Release> since = sent_since(fact);
  if (value.starts_with('/') || same_name(value, "none") || fact.name == "MailProg" ||
      fact.name == "PlugStackConfig" || (since && release >= *since)) {
    return std::nullopt;
  }
  return "a path that begins with \"/\"" + (since ? ", of a file that is on the nodes: slurmctld "
                                                    "sends scripts beside slurm.conf from " +
                                                        to_string(*since) + " on"
                                                  : std::string());
}

// slurmctld loads it by this name. Its letters are not compared without their case.
std::optional<std::string> expected_plugin(const Fact& fact, const std::string& value) {
  const std::string_view prefix = fact.words.substr(0, fact.words.find('/') + 1);
  const bool whole = value.starts_with(prefix) && value.size() > prefix.size();
  if (whole || (fact.bare && !value.empty() && value.find('/') == std::string::npos)) {
    return std::nullopt;
  }
  return "a plugin, as in " + std::string(fact.words.substr(0, fact.words.find('|')));
}

// Of others slurmctld says that they are invalid, and ends.
std::optional<std::string> expected_licenses(std::string_view value) {
  constexpr const char* kExpected = "licenses without blanks, as in matlab:10,ansys:2";
  if (value.find_first_of(" \t") != std::string_view::npos) {
    return kExpected;
  }
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find_first_of(",;", at), value.size());
    const std::string_view one = value.substr(at, end - at);
    const std::size_t colon = std::min(one.find(':'), one.size());
    if (one.find_first_not_of("0123456789", std::min(colon + 1, one.size())) !=
        std::string_view::npos) {
      return kExpected;
    }
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Release> sent_since(const Fact& fact) {
  for (const Sent& one : kSent) {
    if (fact.file == File::kSlurm && fact.kind.empty() && one.name == fact.name) {
      return one.since;
    }
  }
  return std::nullopt;
}

std::optional<std::string> expected(const Fact& fact, const std::string& value, Release release) {
  switch (fact.type) {
    case Type::kBool:
      return is_one_of(value, "YES|NO|TRUE|FALSE|UP|DOWN|1|0", '|') ? std::nullopt
                                                                    : std::optional("YES or NO");
    case Type::kInt: {
      if (is_one_of(value, "INFINITE|UNLIMITED", '|')) {
        return std::nullopt;
      }
      const auto count = number(value);
      if (count && *count >= fact.least && *count <= fact.most) {
        return std::nullopt;
      }
      return fact.most > (std::int64_t{1} << 40) ? "a number"
                                                 : "a number from " + std::to_string(fact.least) +
                                                       " to " + std::to_string(fact.most);
    }
    case Type::kTime:
      return is_one_of(value, "INFINITE|UNLIMITED|NONE", '|') ||
                     (is_made_of(value, ":-") &&
                      value.find_first_not_of("0123456789:-") == std::string::npos)
                 ? std::nullopt
                 : std::optional("a time, as in 30 (minutes) or 1-12:00:00");
    case Type::kEnum: {
      if (is_one_of(value, fact.words, '|')) {
        return std::nullopt;
      }
      std::string words(fact.words);
      std::replace(words.begin(), words.end(), '|', ' ');
      return "one of " + words;
    }
    case Type::kPath:
      return expected_path(fact, value, release);
    case Type::kPlugin:
      return expected_plugin(fact, value);
    case Type::kLicenses:
      return expected_licenses(value);
    case Type::kText:
    case Type::kList:
    case Type::kSecret:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace sluice::slurmconf
