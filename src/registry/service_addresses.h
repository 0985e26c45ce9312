// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "api/kind.h"
#include "api/meta.h"
#include "json/value.h"
#include "registry/address_range.h"
#include "store/store.h"

namespace sluice::registry {

// Gives services their addresses and their ports on the nodes. What is taken is what the stored
// services and IPAddresses say: nothing else is kept, so nothing can double or get lost.
// Thread-safe; whoever allocates holds `hold()` until the service is written.
class ServiceAddresses {
 public:
  explicit ServiceAddresses(const store::Store& store);

  // Before the first write. Addresses come from here and from every ServiceCIDR in use.
  void use(AddressRange range) { range_ = std::move(range); }
  const AddressRange& range() const { return range_; }

  // Locks for services only.
  std::unique_lock<std::mutex> hold(const api::Kind& kind);

  // Fills in what a valid service lacks. Invalid: what it asks for cannot be had. Other kinds are
  // left alone. In a dry run ports are made up.
  Result<void> allocate(const api::Kind& kind, json::Value& object, bool dry_run);

 private:
  struct Claim {
    store::Revision modified = 0;
    std::string service = {};  // whose it is, as "<namespace>/<name>"; empty: another object's
    std::set<std::string> addresses = {};
    std::set<std::int64_t> ports = {};
  };
  struct Taken {
    std::set<std::string> addresses = {};
    std::set<std::int64_t> ports = {};
  };

  static Result<Claim> claim_of(const api::Kind& kind, const store::RecordPtr& record);
  Result<Taken> taken_by_others(const std::string& own);
  Result<std::vector<AddressRange>> ranges() const;

  const store::Store& store_;
  AddressRange range_;
  std::mutex mutex_;
  std::map<std::string, Claim> claims_;  // by key in the store; with the lock held
};

}  // namespace sluice::registry
