// SPDX-License-Identifier: Apache-2.0
//
// The HCL of a job from the document that the API takes, by a table: the two differ in names, in
// what is a block and in how times are written.
#include <algorithm>
#include <array>

#include "services/render.h"

namespace sluice::services {
namespace {

enum class Form { kAttribute, kDuration, kBlock, kBlocks, kNamed, kLabel };

struct Field {
  std::string_view api;
  std::string_view hcl;
  Form form = Form::kAttribute;
};

constexpr std::array kFields{
    Field{"ID", "", Form::kLabel},
    Field{"Name", "", Form::kLabel},
    Field{"Label", "", Form::kLabel},
    Field{"Type", "type"},
    Field{"Priority", "priority"},
    Field{"Datacenters", "datacenters"},
    Field{"NodePool", "node_pool"},
    Field{"Constraints", "constraint", Form::kBlocks},
    Field{"LTarget", "attribute"},
    Field{"RTarget", "value"},
    Field{"Operand", "operator"},
    Field{"Update", "update", Form::kBlock},
    Field{"MaxParallel", "max_parallel"},
    Field{"Stagger", "stagger", Form::kDuration},
    Field{"Meta", "meta", Form::kBlock},
    Field{"TaskGroups", "group", Form::kNamed},
    Field{"Count", "count"},
    Field{"RestartPolicy", "restart", Form::kBlock},
    Field{"Attempts", "attempts"},
    Field{"Interval", "interval", Form::kDuration},
    Field{"Delay", "delay", Form::kDuration},
    Field{"Mode", "mode"},
    Field{"Networks", "network", Form::kBlocks},
    Field{"ReservedPorts", "port", Form::kNamed},
    Field{"Value", "static"},
    Field{"Tasks", "task", Form::kNamed},
    Field{"Driver", "driver"},
    Field{"User", "user"},
    Field{"KillSignal", "kill_signal"},
    Field{"KillTimeout", "kill_timeout", Form::kDuration},
    Field{"Leader", "leader"},
    Field{"Config", "config", Form::kBlock},
    Field{"Env", "env", Form::kBlock},
    Field{"Resources", "resources", Form::kBlock},
    Field{"CPU", "cpu"},
    Field{"MemoryMB", "memory"},
    Field{"MemoryMaxMB", "memory_max"},
    Field{"Lifecycle", "lifecycle", Form::kBlock},
    Field{"Hook", "hook"},
    Field{"Sidecar", "sidecar"},
    Field{"Templates", "template", Form::kBlocks},
    Field{"EmbeddedTmpl", "data"},
    Field{"DestPath", "destination"},
    Field{"ChangeMode", "change_mode"},
    Field{"Perms", "perms"},
    Field{"LeftDelim", "left_delimiter"},
    Field{"RightDelim", "right_delimiter"},
};

// A literal: what looks like a template of HCL's is none, Nomad reads it when it places the job.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c == '$' || c == '%') && i + 1 < text.size() && text[i + 1] == '{') {
      out += c;
    } else if (c == '"' || c == '\\') {
      out += '\\';
    }
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string literal(const json::Value& value) {
  if (value.is_string()) {
    return quoted(value.as_string());
  }
  if (value.is_bool()) {
    return value.as_bool() ? "true" : "false";
  }
  if (value.is_array()) {
    std::string all;
    for (const json::Value& item : value.as_array()) {
      all += (all.empty() ? "" : ", ") + literal(item);
    }
    return "[" + all + "]";
  }
  return std::to_string(value.as_int());
}

void write(const json::Value& part, const std::string& indent, std::string& out);

void block(const std::string& heading, const json::Value& part, const std::string& indent,
           std::string& out) {
  out += indent + heading + " {\n";
  write(part, indent + "  ", out);
  out += indent + "}\n";
}

void write(const json::Value& part, const std::string& indent, std::string& out) {
  for (const json::Member& member : part.as_object()) {
    const auto* const field = std::find_if(kFields.begin(), kFields.end(),
                                           [&](const Field& one) { return one.api == member.key; });
    // What a driver, an environment or meta holds has its own names.
    const Form form = field == kFields.end() ? Form::kAttribute : field->form;
    const std::string name(field == kFields.end() ? member.key : field->hcl);
    switch (form) {
      case Form::kLabel:
        break;
      case Form::kAttribute:
        out += indent + name + " = " + literal(member.value) + "\n";
        break;
      case Form::kDuration:
        out += indent + name + " = \"" + std::to_string(member.value.as_int() / 1'000'000'000) +
               "s\"\n";
        break;
      case Form::kBlock:
        block(name, member.value, indent, out);
        break;
      case Form::kBlocks:
      case Form::kNamed:
        for (const json::Value& item : member.value.as_array()) {
          const std::string& label =
              (item.at("Name").is_string() ? item.at("Name") : item.at("Label")).as_string();
          block(form == Form::kNamed ? name + " " + quoted(label) : name, item, indent, out);
        }
        break;
    }
  }
}

}  // namespace

std::string nomad_hcl(const json::Value& job) {
  std::string out;
  block("job " + quoted(job.at("ID").as_string()), job, "", out);
  return out;
}

}  // namespace sluice::services
