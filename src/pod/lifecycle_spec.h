// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

// The part of a container's spec that says how it lives: how it is checked, what is done after its
// start and before its end, when it is started again. Resolved: ports are numbers.
namespace sluice::pod {

enum class ActionKind { kNone, kExec, kHttp, kTcp, kGrpc, kSleep };

struct HttpHeader {
  std::string name;
  std::string value;
};

// Something short that is done to a container, as a probe or as a hook.
struct Action {
  ActionKind kind = ActionKind::kNone;
  std::string error;                 // why it can never be done, such as a port nobody has
  std::vector<std::string> command;  // exec
  bool tls = false;                  // http
  std::string host;                  // http, tcp; empty: the pod's own address
  std::uint16_t port = 0;            // http, tcp, grpc
  std::string path;                  // http: path and query
  std::vector<HttpHeader> headers;   // http
  std::string service;               // grpc
  std::int64_t seconds = 0;          // sleep
};

struct ProbeSpec {
  Action action;
  std::int64_t initial_delay_seconds = 0;
  std::int64_t period_seconds = 10;
  std::int64_t timeout_seconds = 1;
  std::int64_t success_threshold = 1;
  std::int64_t failure_threshold = 3;
  std::optional<std::int64_t> grace_period_seconds;  // instead of the pod's, when it kills
};

// Exit codes after which a container is started again whatever its policy says.
struct ExitCodeRule {
  bool negated = false;  // all codes but these
  std::vector<int> codes;
};

struct Lifecycle {
  std::optional<ProbeSpec> startup;
  std::optional<ProbeSpec> liveness;
  std::optional<ProbeSpec> readiness;
  Action post_start;
  Action pre_stop;
  std::string restart_policy;  // of this container; empty: the pod's
  std::vector<ExitCodeRule> restart_rules;
  std::string termination_message_path;
  bool message_from_log = false;  // the end of the log stands in for a missing message of a failure
  int stop_signal = SIGTERM;
};
json::Value to_json(const Lifecycle& lifecycle);  // only what differs from the default
Lifecycle lifecycle_from_json(const json::Value& document);

// "SIGTERM", "TERM", "15", "SIGRTMIN+3"; nothing when there is no such signal.
std::optional<int> signal_number(std::string_view text);

}  // namespace sluice::pod
