// SPDX-License-Identifier: Apache-2.0
#include "lab/state.h"

#include <array>
#include <utility>
#include <variant>

#include "base/files.h"
#include "base/fnv.h"
#include "base/text.h"

namespace sluice::lab {
namespace {

using Field = std::variant<bool*, std::int64_t*, std::string*>;

std::array<std::pair<std::string_view, Field>, 11> fields(State& s) {
  return {{{"cluster", &s.cluster},
           {"ready", &s.ready},
           {"nodes", &s.options.nodes},
           {"cpus", &s.options.cpus},
           {"memory", &s.options.memory_mib},
           {"gres", &s.options.gres},
           {"dynamic", &s.options.dynamic},
           {"accounting", &s.options.accounting},
           {"rest", &s.options.rest},
           {"ssh", &s.options.ssh},
           {"slurm-root", &s.options.slurm_root}}};
}

std::string field_text(const Field& field) {
  if (const auto* flag = std::get_if<bool*>(&field)) {
    return **flag ? "1" : "0";
  }
  if (const auto* number = std::get_if<std::int64_t*>(&field)) {
    return std::to_string(**number);
  }
  return *std::get<std::string*>(field);
}

bool assign(const Field& field, std::string_view value) {
  if (const auto* text = std::get_if<std::string*>(&field)) {
    **text = value;
    return true;
  }
  const auto number = parse_int(value);
  if (!number) {
    return false;
  }
  if (const auto* flag = std::get_if<bool*>(&field)) {
    **flag = *number != 0;
  } else {
    *std::get<std::int64_t*>(field) = *number;
  }
  return true;
}

bool parse_line(State& state, std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) {
    return false;
  }
  const std::string_view key = line.substr(0, space);
  const std::string_view value = line.substr(space + 1);
  for (const auto& [name, field] : fields(state)) {
    if (name == key) {
      return assign(field, value);
    }
  }
  const auto words = split(value, ' ');
  if (key == "port" && words.size() == 2 && parse_int(words[1])) {
    state.ports[std::string(words[0])] = *parse_int(words[1]);
    return true;
  }
  if (key == "daemon" && words.size() == 3 && parse_int(words[1]) && parse_int(words[2])) {
    state.daemons[std::string(words[0])] =
        ProcessId{static_cast<pid_t>(*parse_int(words[1])), *parse_int(words[2])};
    return true;
  }
  return false;
}

}  // namespace

std::string node_name(std::int64_t index) {
  return "n" + std::to_string(index);
}

std::string cluster_name(const Layout& layout) {
  return "lab_" + fnv1a_digits(layout.dir.string(), 8);
}

std::string to_text(const State& state) {
  State copy = state;
  std::string text;
  for (const auto& [name, field] : fields(copy)) {
    text += std::string(name) + " " + field_text(field) + "\n";
  }
  for (const auto& [name, port] : state.ports) {
    text += "port " + name + " " + std::to_string(port) + "\n";
  }
  for (const auto& [name, id] : state.daemons) {
    text += "daemon " + name + " " + std::to_string(id.pid) + " " + std::to_string(id.start) + "\n";
  }
  return text;
}

Result<State> parse_state(std::string_view text) {
  State state;
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty() && !parse_line(state, line)) {
      return fail(Code::kInvalid, "not a line of a lab's state: \"" + std::string(line) + "\"");
    }
  }
  return state;
}

Result<State> load_state(const Layout& layout) {
  auto text = read_file(layout.state_file());
  if (!text) {
    if (text.error().code == Code::kNotFound) {
      return fail(Code::kNotFound, "no lab in " + layout.dir.string());
    }
    return tl::unexpected(text.error());
  }
  auto state = parse_state(*text);
  if (!state) {
    return tl::unexpected(with_context(state.error(), layout.state_file().string()));
  }
  return state;
}

Result<void> save_state(const Layout& layout, const State& state) {
  return write_file_replacing(layout.state_file(), to_text(state), 0644);
}

}  // namespace sluice::lab
