// SPDX-License-Identifier: Apache-2.0
#include "streams/pod_logs.h"

#include <array>

#include "api/meta.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "http/query.h"

namespace sluice::streams {

namespace {

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

Error invalid(ErrorCause cause) {
  std::string message = cause.field + ": " + cause.message;
  return {Code::kInvalid, std::move(message), {std::move(cause)}};
}

Result<std::optional<std::int64_t>> number(const http::Target& target, std::string_view name,
                                           std::int64_t least) {
  const auto text = target.find(name);
  if (!text || text->empty()) {
    return std::nullopt;
  }
  const auto value = parse_int(*text);
  if (!value) {
    return fail(Code::kBadRequest, std::string(name) + " must be an integer, not " + quoted(*text));
  }
  if (*value < least) {
    const std::string bound =
        least == 0 ? "must be greater than or equal to 0" : "must be greater than 0";
    return tl::unexpected(invalid(
        {"FieldValueInvalid", "Invalid value: " + *text + ": " + bound, std::string(name)}));
  }
  return value;
}

bool contains(const json::Value& containers, const std::string& name) {
  for (const json::Value& container : containers.as_array()) {
    if (container.at("name").as_string() == name) {
      return true;
    }
  }
  return false;
}

constexpr std::array<std::string_view, 3> kContainerLists = {"initContainers", "containers",
                                                             "ephemeralContainers"};
constexpr std::array<std::string_view, 3> kStatusLists = {
    "containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"};

// "a b c" of all containers, in the order they stand in the list above.
std::string names(const json::Value& spec) {
  std::string joined;
  for (const std::string_view list : kContainerLists) {
    for (const json::Value& container : spec.at(list).as_array()) {
      joined += (joined.empty() ? "" : " ") + container.at("name").as_string();
    }
  }
  return joined;
}

const json::Value* find_status(const json::Value& pod, const std::string& container) {
  for (const std::string_view list : kStatusLists) {
    for (const json::Value& status : pod.at("status", list).as_array()) {
      if (status.at("name").as_string() == container) {
        return &status;
      }
    }
  }
  return nullptr;
}

std::string waiting_cause(const std::string& reason) {
  if (reason == "ErrImagePull") {
    return "image can't be pulled";
  }
  if (reason == "ImagePullBackOff") {
    return "trying and failing to pull image";
  }
  return reason;
}

}  // namespace

Result<client::LogQuery> parse_log_query(const http::Target& target) {
  client::LogQuery query;
  query.container = target.value("container");
  query.follow = http::flag(target, "follow");
  query.previous = http::flag(target, "previous");
  query.timestamps = http::flag(target, "timestamps");
  TRY_ASSIGN(query.tail_lines, number(target, "tailLines", 0));
  TRY_ASSIGN(query.since_seconds, number(target, "sinceSeconds", 1));
  TRY_ASSIGN(query.limit_bytes, number(target, "limitBytes", 1));
  TRY_ASSIGN(const auto rank, number(target, "rank", 0));  // ours; others ignore what they lack
  query.rank = rank.value_or(0);
  const std::string since = target.value("sinceTime");
  if (!since.empty()) {
    auto time = parse_rfc3339(since);
    if (!time) {
      return fail(Code::kBadRequest, "sinceTime must be an RFC 3339 time, not " + quoted(since));
    }
    query.since_time = *time;
  }
  if (query.since_time && query.since_seconds) {
    return tl::unexpected(invalid(
        {"FieldValueForbidden",
         "Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified", "[]"}));
  }
  return query;
}

Result<std::string> choose_container(const json::Value& pod, const std::string& asked) {
  const std::string& pod_name = api::name(pod);
  const json::Value& spec = pod.at("spec");
  if (!asked.empty()) {
    for (const std::string_view list : kContainerLists) {
      if (contains(spec.at(list), asked)) {
        return asked;
      }
    }
    return fail(Code::kBadRequest, "container " + asked + " is not valid for pod " + pod_name);
  }
  const json::Array& containers = spec.at("containers").as_array();
  if (containers.size() == 1) {
    return containers.front().at("name").as_string();
  }
  std::string message = "a container name must be specified for pod " + pod_name;
  if (!containers.empty()) {
    message += ", choose one of: [" + names(spec) + "]";
  }
  return fail(Code::kBadRequest, std::move(message));
}

Result<void> check_log_available(const json::Value& pod, const client::LogQuery& query) {
  const std::string where =
      "container " + quoted(query.container) + " in pod " + quoted(api::name(pod));
  const json::Value* status = find_status(pod, query.container);
  if (status == nullptr) {
    const bool pending = pod.at("status", "phase").as_string() == "Pending";
    return fail(Code::kBadRequest, where + (pending ? " is waiting to start: ContainerCreating"
                                                    : " is not available"));
  }
  const bool ended_before = status->find("lastState", "terminated") != nullptr;
  if (query.previous) {
    if (!ended_before) {
      return fail(Code::kBadRequest, "previous terminated " + where + " not found");
    }
    return {};
  }
  const json::Value& state = status->at("state");
  if (state.find("running") != nullptr || state.find("terminated") != nullptr || ended_before) {
    return {};
  }
  const std::string reason = waiting_cause(state.at("waiting", "reason").as_string());
  return fail(Code::kBadRequest,
              where + " is waiting to start: " + (reason.empty() ? "ContainerCreating" : reason));
}

}  // namespace sluice::streams
