// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "client/client.h"

namespace sluice::runtime {

// A working miniature of an API server for the tests of this folder: whole objects, list and watch,
// no validation, and knobs for what goes wrong. Controllers are tested on the real registry
// instead. Thread-safe.
class MiniatureClient final : public client::Client {
 public:
  struct Log;  // the shared state of client and watches

  MiniatureClient();
  ~MiniatureClient() override;

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

  // Faults.
  void fail_next(int calls, Code code);  // the next calls of any method fail
  void break_watches(Code code);         // running watches end with this
  void lose_next_event();                // the next change is made but not told to watches
  void forget_history();                 // watches from older versions are Expired
  void send_bookmark();

  int lists() const;    // how often list succeeded
  int watches() const;  // how often watch succeeded

 private:
  Result<client::ObjectPtr> put(const api::Kind& kind, client::Object object);

  std::shared_ptr<Log> log_;  // watches may outlive the client
};

}  // namespace sluice::runtime
