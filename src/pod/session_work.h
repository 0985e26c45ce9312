// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/pump.h"
#include "pod/session_process.h"
#include "pod/session_protocol.h"

namespace sluice::pod {

// What a session was asked to do, and the connection to do it over.
struct SessionWork {
  std::unique_ptr<PumpEnd> connection;
  SessionRequest request;
  std::string received;  // from the connection, behind the request
};

// Each returns when the session is over. What can go wrong is told to the kubelet.

// Runs a command in a container. When the kubelet goes first, the command is hung up on.
void run_command(const SessionSetting& setting, SessionWork work);

// Passes everything on to the runner, and its answers back: it has the container's streams.
void pass_on(SessionWork work, UniqueFd runner);

// Connects to a port of this machine.
void connect_port(SessionWork work);

}  // namespace sluice::pod
