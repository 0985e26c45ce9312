// SPDX-License-Identifier: Apache-2.0
#include "nomad/answers.h"

#include <algorithm>

#include "base/text.h"
#include "json/utf8.h"

namespace sluice::nomad {
namespace {

constexpr int kDepth = 8;  // of objects in objects of a diff

std::string sign_of(const std::string& type) {
  return type == "Added" ? "+ " : type == "Deleted" ? "- " : "~ ";
}

// Fields and objects of a part of the diff, each with the names of the parts around it.
void changes_of(const json::Value& part, const std::string& path, int depth,
                std::vector<std::string>& out) {
  for (const json::Value& field : part.at("Fields").as_array()) {
    const std::string& type = field.at("Type").as_string();
    if (type.empty() || type == "None") {
      continue;
    }
    const std::string& before = field.at("Old").as_string();
    const std::string& after = field.at("New").as_string();
    out.push_back(sign_of(type) + path + field.at("Name").as_string() + ": " +
                  (type == "Edited"  ? before + " -> " + after
                   : type == "Added" ? after
                                     : before));
  }
  if (depth == 0) {
    return;
  }
  for (const char* const below : {"Objects", "TaskGroups", "Tasks"}) {
    for (const json::Value& one : part.at(below).as_array()) {
      if (one.at("Type").as_string() != "None") {
        changes_of(one, path + one.at("Name").as_string() + ".", depth - 1, out);
      }
    }
  }
}

std::string updates_of(const json::Value& group) {
  std::string text;
  for (const json::Member& update : group.at("Updates").as_object()) {
    text += (text.empty() ? "" : ", ") + std::to_string(update.value.as_int()) + " " + update.key;
  }
  return text;
}

std::string why_not_placed(const json::Value& failed) {
  std::string text = std::to_string(failed.at("NodesEvaluated").as_int()) + " machines looked at";
  for (const char* const reason : {"ConstraintFiltered", "DimensionExhausted", "ClassFiltered"}) {
    for (const json::Member& one : failed.at(reason).as_object()) {
      text += ", " + std::to_string(one.value.as_int()) + " without " + one.key;
    }
  }
  return text;
}

}  // namespace

Plan read_plan(const json::Value& answer) {
  const json::Value& diff = answer.at("Diff");
  Plan plan{.job = diff.at("ID").as_string(),
            .type = diff.at("Type").as_string(),
            .job_modify_index = std::max<std::int64_t>(answer.at("JobModifyIndex").as_int(), 0),
            .changes = {},
            .placements = {},
            .failures = {},
            .warnings = answer.at("Warnings").as_string()};
  changes_of(diff, "", kDepth, plan.changes);
  for (const json::Value& group : diff.at("TaskGroups").as_array()) {
    const std::string updates = updates_of(group);
    if (!updates.empty()) {
      plan.placements.push_back(group.at("Name").as_string() + ": " + updates);
    }
  }
  for (const json::Member& failed : answer.at("FailedTGAllocs").as_object()) {
    plan.failures.push_back(failed.key + ": " + why_not_placed(failed.value));
  }
  return plan;
}

std::string KnownJob::owner() const {
  if (graph.empty()) {
    return "nobody who is known here";
  }
  return "the services " + (space.empty() ? graph : space + "/" + graph);
}

std::vector<KnownJob> read_jobs(const json::Value& answer) {
  std::vector<KnownJob> all;
  for (const json::Value& job : answer.as_array()) {
    if (!job.at("Stop").as_bool()) {
      all.push_back({.id = job.at("ID").as_string(),
                     .graph = job.at("Meta", "sluice_graph").as_string(),
                     .space = job.at("Meta", "sluice_namespace").as_string()});
    }
  }
  return all;
}

std::vector<Allocation> read_allocations(const json::Value& answer) {
  std::vector<Allocation> all;
  for (const json::Value& item : answer.as_array()) {
    Allocation one{.id = item.at("ID").as_string(),
                   .node = item.at("NodeName").as_string(),
                   .job = item.at("JobID").as_string(),
                   .group = item.at("TaskGroup").as_string(),
                   .version = item.at("JobVersion").as_int(),
                   .create_index = item.at("CreateIndex").as_int(),
                   .wanted = item.at("DesiredStatus").as_string() == "run",
                   .status = item.at("ClientStatus").as_string()};
    if (one.id.empty()) {
      continue;
    }
    const json::Value& main = item.at("TaskStates", one.group);
    one.up = one.status == "running" && main.at("State").as_string() == "running";
    for (const json::Member& task : item.at("TaskStates").as_object()) {
      const json::Array& events = task.value.at("Events").as_array();
      const bool tells =
          task.value.at("Failed").as_bool() || task.value.at("State").as_string() != "dead";
      if (!one.up && tells && !events.empty()) {
        one.why += (one.why.empty() ? "" : "; ") + task.key + ": " +
                   events.back().at("DisplayMessage").as_string();
      }
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<Allocation> newest_by_node(std::vector<Allocation> all) {
  std::sort(all.begin(), all.end(), [](const Allocation& a, const Allocation& b) {
    return a.node != b.node ? a.node < b.node : a.create_index > b.create_index;
  });
  std::vector<Allocation> newest;
  for (Allocation& one : all) {
    if (one.wanted && (newest.empty() || newest.back().node != one.node)) {
      newest.push_back(std::move(one));
    }
  }
  return newest;
}

Error read_error(int status, std::string_view body) {
  const std::string text = json::to_utf8(trim(body.substr(0, 2000)));
  Code code = Code::kInternal;
  if (text.starts_with("Enforcing job modify index")) {
    code = Code::kConflict;
  } else if (status == 400) {
    code = Code::kInvalid;
  } else if (status == 401) {
    code = Code::kUnauthorized;
  } else if (status == 403) {
    code = Code::kForbidden;
  } else if (status == 404) {
    code = Code::kNotFound;
  } else if (status == 429) {
    code = Code::kTooManyRequests;
  } else if (text.find("No cluster leader") != text.npos || status == 502 || status == 503) {
    code = Code::kUnavailable;
  }
  return {code,
          "Nomad says (" + std::to_string(status) + "): " + (text.empty() ? "nothing" : text)};
}

std::int64_t next_index(std::int64_t last, std::string_view header) {
  const std::int64_t now = parse_int(header).value_or(0);
  return now < last || now < 0 ? 0 : now;
}

}  // namespace sluice::nomad
