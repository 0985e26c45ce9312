// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>

#include "client/client.h"

namespace sluice {

// How the server treats the controllers.
enum class Weather {
  kFair,    // every event once and in order
  kStormy,  // events of different objects change places, come twice, or are lost: then the watch
            // ends and everything is listed again
  kLethal,  // the controllers die after each of their writes
};
const char* to_string(Weather weather);

// Stands between controllers and server and makes the weather. What it does to events follows from
// their number alone, so that a test goes the same way every time. Thread-safe.
class RoughClient final : public client::Client {
 public:
  RoughClient(client::Client& client, Weather weather) : client_(client), weather_(weather) {}

  // A write has killed whoever works with this: nothing it does succeeds any more.
  bool dead() const { return dead_; }

  Result<client::ObjectPtr> get(const api::Kind& kind, const api::Key& key) override;
  Result<client::ObjectList> list(const api::Kind& kind,
                                  const client::ListOptions& options) override;
  Result<client::ObjectPtr> create(const api::Kind& kind, const client::Object& object) override;
  Result<client::ObjectPtr> update(const api::Kind& kind, const client::Object& object,
                                   client::Part part) override;
  Result<client::ObjectPtr> patch(const api::Kind& kind, const api::Key& key,
                                  const client::Patch& patch, client::Part part) override;
  Result<void> remove(const api::Kind& kind, const api::Key& key,
                      const client::DeleteOptions& options) override;
  Result<client::ObjectPtr> create_subresource(const api::Kind& kind, const api::Key& key,
                                               const std::string& subresource,
                                               const client::Object& body) override;
  Result<std::unique_ptr<client::Watch>> watch(const api::Kind& kind,
                                               const client::WatchOptions& options) override;

 private:
  // The answer to a write, if its author lives to see it.
  template <class Answer>
  Answer survived(const api::Kind& kind, Answer answer);
  Result<void> check_alive() const;

  client::Client& client_;
  const Weather weather_;
  std::atomic<bool> dead_ = false;
};

}  // namespace sluice
