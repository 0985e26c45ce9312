// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/alarm_clock.h"
#include "client/pod_access.h"
#include "streams/port_forward.h"
#include "streams/protocol.h"
#include "streams/remote_command.h"

namespace sluice::streams {

// What API servers and kubelets do alike: a request for a stream becomes one.

enum class CommandKind { kExec, kAttach };

// Who reaches into pods, and by which time. All of it outlives the connections.
struct Surroundings {
  client::PodAccess& pods;
  Clock& clock;
  AlarmClock& alarms;
};

// Starts the command, or attaches to the container, and answers with the connection to it.
Answer<http::Response> serve_command(const http::Request& request, CommandKind kind,
                                     const client::ProcessRequest& wanted,
                                     const CommandStreams& streams,
                                     const Surroundings& surroundings);

// Connects to the ports that the URL names or, over SPDY, the client asks for as it goes.
Answer<http::Response> serve_port_forward(const http::Request& request,
                                          const ForwardTarget& target);

}  // namespace sluice::streams
