// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/indexes.h"

#include <algorithm>

#include "base/text.h"
#include "controllers/owned/pod_template.h"

namespace sluice::controllers::job {
namespace {

void add_variable(json::Value& spec, const char* list) {
  constexpr const char* kVariable = "JOB_COMPLETION_INDEX";
  if (spec.find(list) == nullptr) {
    return;
  }
  const json::Object field{{"fieldPath", "metadata.labels['" + std::string(kIndex) + "']"}};
  const json::Object source{{"fieldRef", field}};
  for (json::Value& container : spec[list].array()) {
    const json::Array& variables = container.at("env").as_array();
    const bool given = std::any_of(variables.begin(), variables.end(), [&](const auto& variable) {
      return variable.at("name").as_string() == kVariable;
    });
    if (!given) {
      container["env"].array().push_back(json::Object{{"name", kVariable}, {"valueFrom", source}});
    }
  }
}

}  // namespace

Indexes parse_indexes(std::string_view text, std::int64_t completions) {
  Indexes result;
  for (const std::string_view part : split(text, ',')) {
    const auto ends = split(part, '-');
    const auto from = parse_int(ends.front());
    const auto to = parse_int(ends.back());
    if (from && to && ends.size() <= 2) {
      for (std::int64_t i = std::max<std::int64_t>(*from, 0); i <= *to && i < completions; ++i) {
        result.insert(result.end(), i);
      }
    }
  }
  return result;
}

// Two neighbours stand alone, three are a range.
std::string format_indexes(const Indexes& indexes) {
  std::string text;
  for (auto it = indexes.begin(); it != indexes.end();) {
    const std::int64_t first = *it;
    std::int64_t last = first;
    for (++it; it != indexes.end() && *it == last + 1; ++it) {
      ++last;
    }
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last > first) {
      text += (last == first + 1 ? "," : "-") + std::to_string(last);
    }
  }
  return text;
}

std::optional<std::int64_t> index_of(const client::Object& pod) {
  return parse_int(api::annotation(pod, kIndex));
}

std::int64_t earlier_failures(const client::Object& pod) {
  return parse_int(api::annotation(pod, kIndexFailures)).value_or(0);
}

void give_index(client::Object& pod, const client::Object& job, std::int64_t index,
                std::int64_t failures) {
  const std::string number = std::to_string(index);
  const std::string base = api::name(job) + "-" + number;
  json::Value& metadata = pod["metadata"];
  metadata["name"] = owned::new_pod_name(base);
  metadata["generateName"] = base + "-";
  metadata["labels"][kIndex] = number;
  metadata["annotations"][kIndex] = number;
  if (job.find("spec", "backoffLimitPerIndex") != nullptr) {
    metadata["annotations"][kIndexFailures] = std::to_string(failures);
  }
  json::Value& spec = pod["spec"];
  spec["hostname"] = base;
  add_variable(spec, "initContainers");
  add_variable(spec, "containers");
}

std::optional<std::size_t> fulfilled_rule(const client::Object& job, const Indexes& completed) {
  const json::Array& rules = job.at("spec", "successPolicy", "rules").as_array();
  const std::int64_t completions = job.at("spec", "completions").as_int();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const json::Value* named = rules[i].find("succeededIndexes");
    const Indexes wanted =
        named == nullptr ? Indexes{} : parse_indexes(named->as_string(), completions);
    const std::int64_t reached =
        named == nullptr ? std::ssize(completed)
                         : std::count_if(wanted.begin(), wanted.end(), [&](std::int64_t index) {
                             return completed.contains(index);
                           });
    const std::int64_t needed = rules[i].at("succeededCount").as_int(std::ssize(wanted));
    if (needed > 0 && reached >= needed) {
      return i;
    }
  }
  return std::nullopt;
}

}  // namespace sluice::controllers::job
