// SPDX-License-Identifier: Apache-2.0
#include "kubelet/resolve_lifecycle.h"

#include "base/go_text.h"
#include "base/text.h"
#include "json/strings.h"
#include "kubelet/expansion.h"

namespace sluice::kubelet {
namespace {

using pod::Action;
using pod::ActionKind;

// A number, or the name of one of the container's ports.
void set_port(Action& action, const json::Value& port, const json::Value& container) {
  std::int64_t number = port.as_int();
  if (port.is_string()) {
    std::optional<std::int64_t> found = parse_int(port.as_string());
    for (const json::Value& candidate : container.at("ports").as_array()) {
      if (candidate.at("name").as_string() == port.as_string()) {
        found = candidate.at("containerPort").as_int();
      }
    }
    if (!found) {
      action.error = "strconv.Atoi: parsing " + go_quoted(port.as_string()) + ": invalid syntax";
      return;
    }
    number = *found;
  }
  if (number < 1 || number > 65535) {
    action.error = "invalid port number: " + std::to_string(number);
    return;
  }
  action.port = static_cast<std::uint16_t>(number);
}

Action http_action(const json::Value& get, const json::Value& container) {
  Action action{.kind = ActionKind::kHttp,
                .tls = to_lower(get.at("scheme").as_string()) == "https",
                .host = get.at("host").as_string(),
                .path = get.at("path").as_string()};
  for (const json::Value& header : get.at("httpHeaders").as_array()) {
    action.headers.push_back({header.at("name").as_string(), header.at("value").as_string()});
  }
  set_port(action, get.at("port"), container);
  return action;
}

// What probes and hooks have in common.
Action resolve_action(const json::Value& handler, const json::Value& container) {
  if (const json::Value* exec = handler.find("exec")) {
    return {.kind = ActionKind::kExec, .command = json::to_strings(exec->at("command"))};
  }
  if (const json::Value* get = handler.find("httpGet")) {
    return http_action(*get, container);
  }
  if (const json::Value* tcp = handler.find("tcpSocket")) {
    Action action{.kind = ActionKind::kTcp, .host = tcp->at("host").as_string()};
    set_port(action, tcp->at("port"), container);
    return action;
  }
  if (const json::Value* grpc = handler.find("grpc")) {
    Action action{.kind = ActionKind::kGrpc, .service = grpc->at("service").as_string()};
    set_port(action, grpc->at("port"), container);
    return action;
  }
  if (const json::Value* sleep = handler.find("sleep")) {
    return {.kind = ActionKind::kSleep, .seconds = sleep->at("seconds").as_int()};
  }
  return {};
}

// Only what stands in the container itself is put into a probe's command.
std::vector<pod::EnvVar> static_environment(const json::Value& container) {
  std::vector<pod::EnvVar> result;
  for (const json::Value& variable : container.at("env").as_array()) {
    result.push_back({variable.at("name").as_string(), variable.at("value").as_string()});
  }
  return result;
}

std::optional<pod::ProbeSpec> resolve_probe(const json::Value* probe,
                                            const json::Value& container) {
  if (probe == nullptr) {
    return std::nullopt;
  }
  pod::ProbeSpec result{.action = resolve_action(*probe, container),
                        .initial_delay_seconds = probe->at("initialDelaySeconds").as_int(),
                        .period_seconds = probe->at("periodSeconds").as_int(10),
                        .timeout_seconds = probe->at("timeoutSeconds").as_int(1),
                        .success_threshold = probe->at("successThreshold").as_int(1),
                        .failure_threshold = probe->at("failureThreshold").as_int(3),
                        .grace_period_seconds = std::nullopt};
  for (std::string& word : result.action.command) {
    word = expand(word, static_environment(container));
  }
  if (const json::Value* grace = probe->find("terminationGracePeriodSeconds")) {
    result.grace_period_seconds = grace->as_int();
  }
  return result;
}

// tcpSocket is in the API for hooks, but nobody has ever run it: it fails, as it does upstream.
Action resolve_hook(const json::Value& handler, const json::Value& container) {
  Action action = resolve_action(handler, container);
  if (action.kind == ActionKind::kTcp) {
    action.error = "invalid handler";
  }
  return action;
}

std::vector<pod::ExitCodeRule> resolve_rules(const json::Value& rules) {
  std::vector<pod::ExitCodeRule> result;
  for (const json::Value& rule : rules.as_array()) {
    const json::Value& exit_codes = rule.at("exitCodes");
    if (rule.at("action").as_string() != "Restart" || !exit_codes.is_object()) {
      continue;
    }
    pod::ExitCodeRule& resolved = result.emplace_back();
    resolved.negated = exit_codes.at("operator").as_string() == "NotIn";
    for (const json::Value& code : exit_codes.at("values").as_array()) {
      resolved.codes.push_back(static_cast<int>(code.as_int()));
    }
  }
  return result;
}

}  // namespace

pod::Lifecycle resolve_lifecycle(const json::Value& container) {
  const json::Value& hooks = container.at("lifecycle");
  return {.startup = resolve_probe(container.find("startupProbe"), container),
          .liveness = resolve_probe(container.find("livenessProbe"), container),
          .readiness = resolve_probe(container.find("readinessProbe"), container),
          .post_start = resolve_hook(hooks.at("postStart"), container),
          .pre_stop = resolve_hook(hooks.at("preStop"), container),
          .restart_policy = container.at("restartPolicy").as_string(),
          .restart_rules = resolve_rules(container.at("restartPolicyRules")),
          .termination_message_path = container.at("terminationMessagePath").as_string(),
          .message_from_log =
              container.at("terminationMessagePolicy").as_string() == "FallbackToLogsOnError",
          .stop_signal = pod::signal_number(hooks.at("stopSignal").as_string()).value_or(SIGTERM)};
}

}  // namespace sluice::kubelet
