// SPDX-License-Identifier: Apache-2.0
#include "pod/lifecycle_spec.h"

#include <array>
#include <cstring>

#include "base/text.h"
#include "json/strings.h"

namespace sluice::pod {
namespace {

constexpr std::array<std::string_view, 6> kActionNames{"", "exec", "http", "tcp", "grpc", "sleep"};

ActionKind action_kind(std::string_view name) {
  for (std::size_t i = 0; i < kActionNames.size(); ++i) {
    if (kActionNames[i] == name) {
      return static_cast<ActionKind>(i);
    }
  }
  return ActionKind::kNone;
}

json::Value action_json(const Action& action) {
  json::Array headers;
  for (const HttpHeader& header : action.headers) {
    headers.push_back(json::Object{{"name", header.name}, {"value", header.value}});
  }
  return json::Object{{"kind", kActionNames[static_cast<std::size_t>(action.kind)]},
                      {"error", action.error},
                      {"command", json::from_strings(action.command)},
                      {"tls", action.tls},
                      {"host", action.host},
                      {"port", static_cast<int>(action.port)},
                      {"path", action.path},
                      {"headers", std::move(headers)},
                      {"service", action.service},
                      {"seconds", action.seconds}};
}

Action action_from(const json::Value& from) {
  Action action;
  action.kind = action_kind(from.at("kind").as_string());
  action.error = from.at("error").as_string();
  action.command = json::to_strings(from.at("command"));
  action.tls = from.at("tls").as_bool();
  action.host = from.at("host").as_string();
  action.port = static_cast<std::uint16_t>(from.at("port").as_int());
  action.path = from.at("path").as_string();
  for (const json::Value& header : from.at("headers").as_array()) {
    action.headers.push_back({header.at("name").as_string(), header.at("value").as_string()});
  }
  action.service = from.at("service").as_string();
  action.seconds = from.at("seconds").as_int();
  return action;
}

void put_action(json::Value& into, std::string_view name, const Action& action) {
  if (action.kind != ActionKind::kNone) {
    into[name] = action_json(action);
  }
}

void put_probe(json::Value& into, std::string_view name, const std::optional<ProbeSpec>& probe) {
  if (!probe) {
    return;
  }
  json::Value result = json::Object{{"action", action_json(probe->action)},
                                    {"initialDelaySeconds", probe->initial_delay_seconds},
                                    {"periodSeconds", probe->period_seconds},
                                    {"timeoutSeconds", probe->timeout_seconds},
                                    {"successThreshold", probe->success_threshold},
                                    {"failureThreshold", probe->failure_threshold}};
  if (probe->grace_period_seconds) {
    result["gracePeriodSeconds"] = *probe->grace_period_seconds;
  }
  into[name] = std::move(result);
}

std::optional<ProbeSpec> take_probe(const json::Value* from) {
  if (from == nullptr) {
    return std::nullopt;
  }
  ProbeSpec probe{.action = action_from(from->at("action")),
                  .initial_delay_seconds = from->at("initialDelaySeconds").as_int(),
                  .period_seconds = from->at("periodSeconds").as_int(10),
                  .timeout_seconds = from->at("timeoutSeconds").as_int(1),
                  .success_threshold = from->at("successThreshold").as_int(1),
                  .failure_threshold = from->at("failureThreshold").as_int(3),
                  .grace_period_seconds = std::nullopt};
  if (const json::Value* grace = from->find("gracePeriodSeconds")) {
    probe.grace_period_seconds = grace->as_int();
  }
  return probe;
}

json::Value rules_json(const std::vector<ExitCodeRule>& rules) {
  json::Array items;
  for (const ExitCodeRule& rule : rules) {
    json::Array codes(rule.codes.begin(), rule.codes.end());
    items.push_back(json::Object{{"negated", rule.negated}, {"codes", std::move(codes)}});
  }
  return items;
}

std::vector<ExitCodeRule> rules_from(const json::Value& items) {
  std::vector<ExitCodeRule> rules;
  for (const json::Value& item : items.as_array()) {
    ExitCodeRule& rule = rules.emplace_back();
    rule.negated = item.at("negated").as_bool();
    for (const json::Value& code : item.at("codes").as_array()) {
      rule.codes.push_back(static_cast<int>(code.as_int()));
    }
  }
  return rules;
}

}  // namespace

json::Value to_json(const Lifecycle& lifecycle) {
  json::Value result = json::Object{};
  put_probe(result, "startup", lifecycle.startup);
  put_probe(result, "liveness", lifecycle.liveness);
  put_probe(result, "readiness", lifecycle.readiness);
  put_action(result, "postStart", lifecycle.post_start);
  put_action(result, "preStop", lifecycle.pre_stop);
  if (!lifecycle.restart_policy.empty()) {
    result["restartPolicy"] = lifecycle.restart_policy;
  }
  if (!lifecycle.restart_rules.empty()) {
    result["restartRules"] = rules_json(lifecycle.restart_rules);
  }
  if (!lifecycle.termination_message_path.empty()) {
    result["terminationMessagePath"] = lifecycle.termination_message_path;
  }
  if (lifecycle.message_from_log) {
    result["messageFromLog"] = true;
  }
  if (lifecycle.stop_signal != SIGTERM) {
    result["stopSignal"] = lifecycle.stop_signal;
  }
  return result;
}

Lifecycle lifecycle_from_json(const json::Value& document) {
  return {.startup = take_probe(document.find("startup")),
          .liveness = take_probe(document.find("liveness")),
          .readiness = take_probe(document.find("readiness")),
          .post_start = action_from(document.at("postStart")),
          .pre_stop = action_from(document.at("preStop")),
          .restart_policy = document.at("restartPolicy").as_string(),
          .restart_rules = rules_from(document.at("restartRules")),
          .termination_message_path = document.at("terminationMessagePath").as_string(),
          .message_from_log = document.at("messageFromLog").as_bool(),
          .stop_signal = static_cast<int>(document.at("stopSignal").as_int(SIGTERM))};
}

std::optional<int> signal_number(std::string_view text) {
  const auto known = [](std::int64_t number) {
    return number > 0 && number <= SIGRTMAX ? std::optional(static_cast<int>(number))
                                            : std::nullopt;
  };
  if (const auto number = parse_int(text)) {
    return known(*number);
  }
  if (text.starts_with("SIG")) {
    text.remove_prefix(3);
  }
  for (int number = 1; number < SIGRTMIN; ++number) {
    const char* name = ::sigabbrev_np(number);
    if (name != nullptr && text == name) {
      return number;
    }
  }
  for (const auto& [name, base] : {std::pair("RTMIN", SIGRTMIN), std::pair("RTMAX", SIGRTMAX)}) {
    if (text.starts_with(name)) {
      const std::string_view offset = text.substr(std::strlen(name));
      const bool plus = offset.starts_with('+');
      const auto by = offset.empty() ? 0 : parse_int(offset.substr(plus ? 1 : 0));
      return by ? known(base + *by) : std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace sluice::pod
