// SPDX-License-Identifier: Apache-2.0
#include "detach/protocol.h"

#include <array>
#include <chrono>
#include <utility>

#include "base/timestamp.h"
#include "slurm/node_state.h"

namespace sluice::detach {
namespace {

template <typename Enum>
struct Word {
  std::string_view text;
  Enum meaning;
};

constexpr std::array kModes{Word<Mode>{"graceful", Mode::kGraceful},
                            Word<Mode>{"forced", Mode::kForced}};
constexpr std::array kJobsEnds{Word<JobsEnd>{"requeue", JobsEnd::kRequeue},
                               Word<JobsEnd>{"fail", JobsEnd::kFail}};
constexpr std::array kPhases{
    Word<Phase>{"Draining", Phase::kDraining}, Word<Phase>{"Waiting", Phase::kWaiting},
    Word<Phase>{"Deleting", Phase::kDeleting}, Word<Phase>{"Stopping", Phase::kStopping},
    Word<Phase>{"Detached", Phase::kDetached}, Word<Phase>{"Refused", Phase::kRefused}};

template <typename Words, typename Enum>
std::string_view word_of(const Words& words, Enum meaning) {
  for (const auto& word : words) {
    if (word.meaning == meaning) {
      return word.text;
    }
  }
  return {};
}

template <typename Enum, typename Words>
std::optional<Enum> meaning_of(const Words& words, std::string_view text) {
  for (const auto& word : words) {
    if (word.text == text) {
      return word.meaning;
    }
  }
  return std::nullopt;
}

Error wrong(std::string_view field, const std::string& expected) {
  return {Code::kInvalid, std::string(field) + ": " + expected + " is expected"};
}

bool has(const json::Value& value, const char* field) {
  return !value.at(field).is_null();
}

// What is not there leaves `into` as it is.
template <typename Words, typename Enum>
Result<void> read_word(const json::Value& value, const char* field, const Words& words,
                       Enum& into) {
  if (!has(value, field)) {
    return {};
  }
  std::string all;
  for (const auto& word : words) {
    if (value.at(field).is_string() && value.at(field).as_string() == word.text) {
      into = word.meaning;
      return {};
    }
    all += (all.empty() ? "" : " or ") + ("\"" + std::string(word.text) + "\"");
  }
  return tl::unexpected(wrong(field, all));
}

Result<void> read_count(const json::Value& value, const char* field, std::int64_t& into) {
  if (!has(value, field)) {
    return {};
  }
  if (!value.at(field).is_int() || value.at(field).as_int() < 0) {
    return tl::unexpected(wrong(field, "a number of 0 or more"));
  }
  into = value.at(field).as_int();
  return {};
}

Result<void> read_text(const json::Value& value, const char* field, std::string& into) {
  if (!has(value, field)) {
    return {};
  }
  if (!value.at(field).is_string()) {
    return tl::unexpected(wrong(field, "a text"));
  }
  into = value.at(field).as_string();
  return {};
}

Result<void> read_time(const json::Value& value, const char* field, std::optional<WallTime>& into) {
  if (!has(value, field)) {
    return {};
  }
  const auto time = value.at(field).is_string() ? parse_rfc3339(value.at(field).as_string())
                                                : fail(Code::kInvalid, "");
  if (!time) {
    return tl::unexpected(wrong(field, "a time as 2030-01-02T03:04:05Z"));
  }
  into = *time;
  return {};
}

Result<void> must_be_object(const json::Value& value) {
  return value.is_object() ? Result<void>{} : tl::unexpected(wrong("body", "an object"));
}

}  // namespace

std::string_view to_string(Phase phase) {
  return word_of(kPhases, phase);
}

std::optional<Mode> mode_of(std::string_view word) {
  return meaning_of<Mode>(kModes, word);
}

std::optional<JobsEnd> jobs_end_of(std::string_view word) {
  return meaning_of<JobsEnd>(kJobsEnds, word);
}

bool NodeView::is(std::string_view word) const {
  return slurm::state_has(state, word);
}

bool NodeView::takes_jobs() const {
  return slurm::is_usable_state(state) && !is("NOT_RESPONDING");
}

bool NodeView::is_switched_off() const {
  return detach::is_switched_off(state);
}

bool is_switched_off(std::string_view state) {
  const auto is = [&](std::string_view word) { return slurm::state_has(state, word); };
  return is("CLOUD") && (is("POWERING_DOWN") || is("POWERED_DOWN") || is("POWERING_UP"));
}

json::Value to_json(const Order& order) {
  json::Value value = json::Object{{"mode", word_of(kModes, order.mode)},
                                   {"jobs", word_of(kJobsEnds, order.jobs)},
                                   {"despiteOthers", order.despite_others}};
  if (order.deadline) {
    value["deadlineSeconds"] =
        std::chrono::duration_cast<std::chrono::seconds>(*order.deadline).count();
  }
  return value;
}

Result<Order> read_order(const json::Value& value) {
  TRY(must_be_object(value));
  Order order;
  TRY(read_word(value, "mode", kModes, order.mode));
  TRY(read_word(value, "jobs", kJobsEnds, order.jobs));
  if (has(value, "deadlineSeconds")) {
    std::int64_t seconds = 0;
    TRY(read_count(value, "deadlineSeconds", seconds));
    constexpr std::int64_t kMost = 10LL * 365 * 24 * 3600;
    if (seconds > kMost) {
      return tl::unexpected(wrong("deadlineSeconds", "at most " + std::to_string(kMost)));
    }
    order.deadline = std::chrono::seconds(seconds);
  }
  if (has(value, "despiteOthers")) {
    if (!value.at("despiteOthers").is_bool()) {
      return tl::unexpected(wrong("despiteOthers", "true or false"));
    }
    order.despite_others = value.at("despiteOthers").as_bool();
  }
  return order;
}

json::Value to_json(const Progress& progress) {
  json::Value value = json::Object{{"phase", to_string(progress.phase)},
                                   {"jobsLeft", progress.jobs_left},
                                   {"message", progress.message}};
  if (progress.first_end) {
    value["firstEnd"] = format_rfc3339(*progress.first_end);
  }
  if (progress.last_end) {
    value["lastEnd"] = format_rfc3339(*progress.last_end);
  }
  return value;
}

Result<Progress> read_progress(const json::Value& value) {
  TRY(must_be_object(value));
  if (!has(value, "phase")) {
    return tl::unexpected(wrong("phase", "a phase"));
  }
  Progress progress;
  TRY(read_word(value, "phase", kPhases, progress.phase));
  TRY(read_count(value, "jobsLeft", progress.jobs_left));
  TRY(read_text(value, "message", progress.message));
  TRY(read_time(value, "firstEnd", progress.first_end));
  TRY(read_time(value, "lastEnd", progress.last_end));
  return progress;
}

json::Value to_json(const std::vector<NodeView>& nodes) {
  json::Array all;
  for (const NodeView& node : nodes) {
    json::Value value = json::Object{
        {"name", node.name}, {"state", node.state}, {"reason", node.reason}, {"jobs", node.jobs}};
    if (node.last_end) {
      value["lastEnd"] = format_rfc3339(*node.last_end);
    }
    all.push_back(std::move(value));
  }
  return json::Object{{"nodes", std::move(all)}};
}

Result<std::vector<NodeView>> read_nodes(const json::Value& value) {
  TRY(must_be_object(value));
  if (!value.at("nodes").is_array()) {
    return tl::unexpected(wrong("nodes", "a list"));
  }
  std::vector<NodeView> nodes;
  for (const json::Value& one : value.at("nodes").as_array()) {
    NodeView node;
    TRY(must_be_object(one));
    TRY(read_text(one, "name", node.name));
    if (node.name.empty()) {
      return tl::unexpected(wrong("nodes.name", "a name"));
    }
    TRY(read_text(one, "state", node.state));
    TRY(read_text(one, "reason", node.reason));
    TRY(read_count(one, "jobs", node.jobs));
    TRY(read_time(one, "lastEnd", node.last_end));
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace sluice::detach
