// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "client/client.h"
#include "runtime/informer.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"

namespace sluice::runtime {

// Informers of the kinds that definitions make, one per resource: they come and go with those. A
// kind that is defined anew gets a new informer which knows what the old one knew, so that nothing
// that happens between the two is missed; with a definition, all its objects go. Handlers and
// indexes are added before start(). Thread-safe. Client, clock and catalog must outlive it.
class CustomInformers final : public Runnable {
 public:
  using Handler = std::function<void(const api::Kind&, const Change&)>;
  using InformerPtr = std::shared_ptr<const Informer>;  // also keeps its kind

  CustomInformers(client::Client& client, Clock& clock, const api::Catalog& catalog);
  ~CustomInformers() override;  // stops
  CustomInformers(const CustomInformers&) = delete;
  CustomInformers& operator=(const CustomInformers&) = delete;

  void on_change(Handler handler) { handlers_.push_back(std::move(handler)); }
  void add_index(const std::string& name, Informer::IndexValues values);

  const api::Catalog& catalog() const { return catalog_; }

  std::vector<InformerPtr> all() const;
  InformerPtr of(const std::string& qualified_resource) const;  // null when there is none

  std::string name() const override { return "custom-informers"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  struct Source;
  using SourcePtr = std::shared_ptr<Source>;  // shared with readers; immutable but for the informer
  using Sources = std::map<std::string, SourcePtr>;  // by qualified resource

  void follow(std::uint64_t epoch);
  void adjust(const api::Catalog::Snapshot& kinds);
  SourcePtr make(const api::KindPtr& kind, const Source* before) const;
  bool is_undefined(const std::string& resource) const;
  void tell(const api::Kind& kind, const Change& change) const;

  client::Client& client_;
  Clock& clock_;
  const api::Catalog& catalog_;
  std::vector<Handler> handlers_;
  std::map<std::string, Informer::IndexValues> indexes_;

  mutable std::mutex mutex_;  // guards sources_; they are changed by one thread
  Sources sources_;
  std::stop_source stop_;
  ThreadGroup threads_;
};

}  // namespace sluice::runtime
