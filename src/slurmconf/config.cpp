// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/config.h"

#include <algorithm>
#include <optional>

#include "base/made_of.h"
#include "base/text.h"
#include "slurmconf/facts.h"

namespace sluice::slurmconf {
namespace {

struct FileName {
  File file;
  std::string_view name;
};
constexpr std::array<FileName, kFiles.size()> kNames{{{File::kSlurm, "slurm.conf"},
                                                      {File::kGres, "gres.conf"},
                                                      {File::kCgroup, "cgroup.conf"},
                                                      {File::kTopology, "topology.conf"},
                                                      {File::kPlugstack, "plugstack.conf"},
                                                      {File::kSlurmdbd, "slurmdbd.conf"}}};
constexpr int kDeepest = 8;  // of files that include files

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// A "#" with an even number of backslashes before it begins a comment.
std::string_view without_comment(std::string_view line) {
  std::size_t backslashes = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && backslashes % 2 == 0) {
      return line.substr(0, i);
    }
    backslashes = line[i] == '\\' ? backslashes + 1 : 0;
  }
  return line;
}

// Whether the next line belongs to this one, which then loses its last backslash.
bool goes_on(std::string_view& line) {
  const std::string_view text = trim(line);
  if (text.empty()) {
    return false;
  }
  const std::size_t end = text.find_last_not_of('\\');
  const std::size_t backslashes = text.size() - (end == std::string_view::npos ? 0 : end + 1);
  if (backslashes % 2 == 0) {
    return false;
  }
  line = line.substr(0, line.find_last_of('\\'));
  return true;
}

std::string without_escapes(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      ++i;
    }
    text += line[i];
  }
  return text;
}

// Reads the settings of one line from the left.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) { skip(); }

  bool at_end() const { return rest_.empty(); }

  // Nothing: what follows is no name=value.
  std::optional<Setting> next() {
    const std::size_t end =
        std::min(rest_.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_."),
                 rest_.size());
    Setting setting{std::string(rest_.substr(0, end)), ""};
    rest_.remove_prefix(end);
    skip();
    if (setting.name.empty() || !rest_.starts_with('=')) {
      return std::nullopt;
    }
    rest_.remove_prefix(1);
    skip();
    if (rest_.starts_with('"')) {
      const std::size_t quote = rest_.find('"', 1);
      if (quote == std::string_view::npos ||
          (quote + 1 < rest_.size() && !is_space(rest_[quote + 1]))) {
        return std::nullopt;
      }
      setting.value = rest_.substr(1, quote - 1);
      rest_.remove_prefix(quote + 1);
    } else {
      const std::size_t blank = std::min(rest_.find_first_of(" \t\r\v\f"), rest_.size());
      setting.value = rest_.substr(0, blank);
      rest_.remove_prefix(blank);
      if (setting.value.empty()) {
        return std::nullopt;
      }
    }
    skip();
    return setting;
  }

  std::string_view rest() const { return rest_; }

 private:
  void skip() {
    while (!rest_.empty() && is_space(rest_.front())) {
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
};

class Parser {
 public:
  Parser(File file, const Includes& includes) : includes_(includes) { config_.file = file; }

  Result<void> add(const std::string& name, std::string_view text, int depth) {
    int number = 0;
    int first = 0;
    std::string whole;
    for (std::string_view line : split(text, '\n')) {
      ++number;
      if (line.find('\0') != std::string_view::npos) {
        return fail(Code::kInvalid, name + ":" + std::to_string(number) + ": not text");
      }
      first = whole.empty() ? number : first;
      line = without_comment(line);
      const bool more = goes_on(line);
      whole += line;
      if (more) {
        continue;
      }
      TRY(add_line(without_escapes(whole), {name, first, depth}));
      whole.clear();
    }
    return whole.empty() ? Result<void>() : add_line(without_escapes(whole), {name, first, depth});
  }

  Config take() { return std::move(config_); }

 private:
  struct Place {
    const std::string& name;
    int line;
    int depth;

    std::string text() const { return name + ":" + std::to_string(line); }
  };

  Result<void> add_line(std::string_view text, const Place& place) {
    text = trim(text);
    if (text.empty()) {
      return {};
    }
    if (starts_with_no_case(text, "include ") || starts_with_no_case(text, "include\t")) {
      return include(std::string(trim(text.substr(7))), place);
    }
    if (config_.file == File::kPlugstack) {
      const std::size_t blank = std::min(text.find_first_of(" \t"), text.size());
      config_.lines.push_back(
          {{{to_lower(text.substr(0, blank)), std::string(trim(text.substr(blank)))}},
           place.text()});
      return {};
    }
    return add_settings(text, place);
  }

  Result<void> add_settings(std::string_view text, const Place& place) {
    std::vector<Setting> record;
    std::string_view kind;
    Words words(text);
    while (!words.at_end()) {
      const std::string_view before = words.rest();
      std::optional<Setting> setting = words.next();
      if (!setting) {
        return fail(Code::kInvalid, place.text() + ": expected name=value at \"" +
                                        std::string(before.substr(0, 40)) + "\"");
      }
      if (record.empty() && is_entity(config_.file, setting->name)) {
        kind = entity_kind(config_.file, setting->name);
      }
      setting->name = record.empty() && !kind.empty() ? std::string(kind)
                                                      : spelled(config_.file, kind, setting->name);
      if (kind.empty()) {
        config_.lines.push_back({{*std::move(setting)}, place.text()});
      } else {
        record.push_back(*std::move(setting));
      }
    }
    if (!record.empty()) {
      config_.lines.push_back({std::move(record), place.text()});
    }
    return {};
  }

  Result<void> include(const std::string& path, const Place& place) {
    if (!includes_) {
      return fail(Code::kInvalid, place.text() +
                                      ": Include is not accepted here: give the text of " + path +
                                      " as a file or fragment of its own");
    }
    if (place.depth >= kDeepest) {
      return fail(Code::kInvalid, place.text() + ": files include one another too deeply");
    }
    auto text = includes_(path);
    if (!text) {
      return tl::unexpected(with_context(std::move(text).error(), place.text()));
    }
    return add(path, *text, place.depth + 1);
  }

  const Includes& includes_;
  Config config_;
};

template <class Settings>
const std::string* find_in(const Settings& settings, std::string_view name) {
  const auto found = std::find_if(settings.begin(), settings.end(), [&](const Setting& setting) {
    return same_name(setting.name, name);
  });
  return found == settings.end() ? nullptr : &found->value;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '#' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  }
  return result;
}

// A value as it can be read again.
std::string quoted(const std::string& value) {
  const bool plain = !value.empty() && value.find_first_of(" \t\r\v\f") == std::string::npos;
  return plain ? escaped(value) : "\"" + escaped(value) + "\"";
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && starts_with_no_case(a, b);
}

std::string_view file_name(File file) {
  return kNames[static_cast<std::size_t>(file)].name;
}

Result<File> file_of_name(std::string_view name) {
  for (const FileName& known : kNames) {
    if (known.name == name) {
      return known.file;
    }
  }
  return fail(Code::kNotFound,
              "\"" + std::string(name) + "\" is no file whose parameters are known");
}

const std::string* Line::find(std::string_view setting) const {
  return find_in(settings, setting);
}

const std::string* Entity::find(std::string_view setting) const {
  return find_in(settings, setting);
}

const std::string* Config::find(std::string_view name) const {
  const std::string* value = nullptr;
  for (const Line& line : lines) {
    if (line.settings.size() == 1 && same_name(line.name(), name)) {
      value = &line.value();
    }
  }
  return value;
}

Result<Config> parse(File file, const std::vector<Fragment>& fragments, const Includes& includes) {
  Parser parser(file, includes);
  for (const Fragment& fragment : fragments) {
    TRY(parser.add(fragment.name, fragment.text, 0));
  }
  return parser.take();
}

std::string to_text(const Config& config) {
  std::string text;
  for (const Line& line : config.lines) {
    std::string words;
    for (const Setting& setting : line.settings) {
      words += words.empty() ? "" : " ";
      words += config.file == File::kPlugstack
                   ? escaped(setting.name + (setting.value.empty() ? "" : " " + setting.value))
                   : setting.name + "=" + quoted(setting.value);
    }
    text += words + "\n";
  }
  return text;
}

Result<std::string> to_line(const std::string& name, const std::string& value) {
  std::string line = name + "=" + quoted(value) + "\n";
  const auto read = parse(File::kSlurmdbd, {{name, line}});
  const std::string* said = read ? read->find(name) : nullptr;
  if (value.empty() || said == nullptr || *said != value) {
    return fail(Code::kInvalid,
                "Slurm cannot read such a value in its files: one line is taken, "
                "and no quotes beside blanks or in front");
  }
  return line;
}

}  // namespace sluice::slurmconf
