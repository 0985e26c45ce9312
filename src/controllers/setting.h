// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/client.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"

namespace sluice::controllers {

// What a controller that tells people about its work needs. All outlive it.
struct Setting {
  client::Client& client;
  runtime::Informers& informers;
  runtime::EventRecorder& events;
  Clock& clock;
};

}  // namespace sluice::controllers
