// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
// services and IPAddresses say, and what is reserved for new ones while they are looked at: nothing
// else is kept, so nothing can double or get lost. Thread-safe; whoever allocates holds `hold()`,
// or the reservation, until the service is written.
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

  // What nobody else gets as long as this lives. It must not outlive the addresses.
  class Reservation {
   public:
    Reservation() = default;
    Reservation(Reservation&& other) noexcept;
    Reservation& operator=(Reservation&&) = delete;
    ~Reservation();

   private:
    friend class ServiceAddresses;
    Reservation(ServiceAddresses& addresses, std::uint64_t number)
        : addresses_(&addresses), number_(number) {}

    ServiceAddresses* addresses_ = nullptr;  // none: nothing is reserved
    std::uint64_t number_ = 0;
  };

  // As allocate(), for a new service that others look at before it is written, without holding up
  // those of others meanwhile.
  Result<Reservation> reserve(const api::Kind& kind, json::Value& object, bool dry_run);

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

  static void add(const json::Value& service, std::set<std::string>& addresses,
                  std::set<std::int64_t>& ports);
  static Result<Claim> claim_of(const api::Kind& kind, const store::RecordPtr& record);
  Result<Taken> taken_by_others(const std::string& own);
  Result<std::vector<AddressRange>> ranges() const;

  const store::Store& store_;
  AddressRange range_;
  std::mutex mutex_;
  // With the lock held:
  std::map<std::string, Claim> claims_;     // by key in the store
  std::map<std::uint64_t, Taken> reserved_;  // by number of the reservation
  std::uint64_t last_reservation_ = 0;
};

}  // namespace sluice::registry
