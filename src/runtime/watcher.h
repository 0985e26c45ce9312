// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "api/kind.h"
#include "base/clock.h"
#include "base/result.h"
#include "client/client.h"
#include "runtime/backoff.h"

namespace sluice::runtime {

// Follows one kind for ever: list, watch from there, and again after whatever goes wrong. A state
// machine that does one thing per step(), so that its recovery is tested without threads or time.
// step() is called by one thread, stop() by any.
class Watcher {
 public:
  struct Nothing {};
  struct Replaced {  // this is everything there is now
    std::vector<client::ObjectPtr> objects;
  };
  struct Applied {  // created or changed
    client::ObjectPtr object;
  };
  struct Deleted {
    client::ObjectPtr object;  // its last state
  };
  struct Stopped {};
  using News = std::variant<Nothing, Replaced, Applied, Deleted, Stopped>;

  struct Outcome {
    News news;
    Duration rest{0};  // wait this long before the next step: the server is in trouble
  };

  Watcher(client::Client& client, const api::Kind& kind, client::ListOptions scope = {});

  // Lists, opens a watch, or waits up to `patience` for the next event. Never fails: errors are
  // logged and lead to another state.
  Outcome step(Duration patience);

  // Ends a step that waits; all later ones answer Stopped.
  void stop();

 private:
  struct Empty {};   // nothing known: list
  struct Listed {};  // known as of version_: watch from there
  struct Watching {};
  using State = std::variant<Empty, Listed, Watching>;

  Outcome list();
  Outcome open();
  Outcome follow(Duration patience);
  Outcome apply(const client::WatchEvent& event);
  Outcome recover(const Error& error);
  bool stopped() const;

  client::Client& client_;
  const api::Kind& kind_;
  const client::ListOptions scope_;
  State state_;
  std::string version_;
  Backoff backoff_;
  bool healthy_ = false;                  // the current watch has delivered something
  mutable std::mutex mutex_;              // guards what stop() touches
  std::shared_ptr<client::Watch> watch_;  // shared with a stop() in progress
  bool stopped_ = false;
};

}  // namespace sluice::runtime
