// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "runtime/informer.h"
#include "runtime/runnable.h"

namespace sluice::runtime {

// Kinds that others define and that may come, change and go while this process runs: in a catalog
// while the server serves them. Only the definitions of these names are read, as those of others
// are large. Thread-safe; client and clock must outlive it.
class ForeignKinds final : public Runnable {
 public:
  ForeignKinds(client::Client& client, Clock& clock, const std::vector<std::string>& definitions);

  const api::Catalog& catalog() const { return catalog_; }

  std::string name() const override { return "foreign-kinds"; }
  Result<void> start() override;  // returns when all are known that are there
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  struct Defined {
    std::size_t shape = 0;
    std::vector<api::KindPtr> kinds;
  };

  void take(const Change& change);

  Clock& clock_;
  api::Catalog catalog_;
  std::mutex mutex_;  // guards defined_
  std::map<std::string, Defined> defined_;
  std::vector<std::unique_ptr<Informer>> informers_;  // one for each name; the last to come: they
                                                      // use the others
};

}  // namespace sluice::runtime
