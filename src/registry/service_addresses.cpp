// SPDX-License-Identifier: Apache-2.0
#include "registry/service_addresses.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "api/service_ranges.h"
#include "api/service_strategy.h"
#include "api/validation/faults.h"
#include "base/random.h"
#include "registry/address_objects.h"
#include "registry/errors.h"
#include "registry/keys.h"
#include "registry/stored_object.h"

namespace sluice::registry {
namespace {

constexpr std::int64_t kFirstPort = 30000;
constexpr std::int64_t kLastPort = 32767;
constexpr std::int64_t kMadeUpPort = 32768;  // the one before the first in a dry run

std::uint32_t random_below(std::uint32_t bound) {
  std::uint32_t number = 0;
  const std::string bytes = random_bytes(sizeof number);
  std::memcpy(&number, bytes.data(), sizeof number);
  return number % bound;
}

template <class Visit>
void for_each_port(const json::Value& spec, Visit visit) {
  for (const json::Value& port : spec.at("ports").as_array()) {
    visit(port.at("nodePort").as_int());
  }
  visit(spec.at("healthCheckNodePort").as_int());
}

// Of the cluster's only family, whatever the service prefers.
void set_families(json::Value& spec, api::Faults& faults) {
  const api::FieldPath root;
  const api::FieldPath at = root.child("spec");
  if (spec.at("ipFamilyPolicy").is_null()) {
    spec["ipFamilyPolicy"] = "SingleStack";
  }
  if (spec.at("ipFamilyPolicy").as_string() == "RequireDualStack") {
    faults.invalid(at.child("ipFamilyPolicy"), spec.at("ipFamilyPolicy"),
                   "this cluster is not configured for dual-stack services");
  }
  if (spec.at("ipFamilies").as_array().empty()) {
    spec["ipFamilies"] = json::Array{"IPv4"};
  }
  const api::FieldPath list = at.child("ipFamilies");
  const json::Array& families = spec.at("ipFamilies").as_array();
  for (std::size_t i = 0; i < families.size(); ++i) {
    if (families[i].as_string() == "IPv6") {
      faults.invalid(list.item(i), families[i], "not configured on this cluster");
    }
  }
}

// One of the range's that is free; those at its beginning last.
std::optional<std::string> free_address(const AddressRange& range,
                                        const std::set<std::string>& taken) {
  const std::uint32_t reserved = range.reserved();
  const std::uint32_t others = range.size() - reserved;
  const std::uint32_t start = random_below(others);
  for (std::uint32_t i = 0; i < range.size(); ++i) {
    const std::uint32_t index = i < others ? reserved + (start + i) % others : i - others;
    std::string address = range.address(index);
    if (!taken.contains(address)) {
      return address;
    }
  }
  return std::nullopt;
}

Result<void> allocate_address(json::Value& spec, const std::vector<AddressRange>& ranges,
                              const std::set<std::string>& taken) {
  for (const AddressRange& range : ranges) {
    if (auto address = free_address(range, taken)) {
      spec["clusterIP"] = *address;
      spec["clusterIPs"] = json::Array{std::move(*address)};
      return {};
    }
  }
  return fail(Code::kInternal,
              "Internal error occurred: failed to allocate a serviceIP: range is full");
}

class Ports {
 public:
  Ports(std::set<std::int64_t> taken, bool dry_run) : taken_(std::move(taken)), dry_run_(dry_run) {}

  // Those of one service may share a number, for different protocols.
  void claim(const json::Value& port, const api::FieldPath& at, api::Faults& faults) {
    const std::int64_t number = port.as_int();
    if (!dry_run_ && (number < kFirstPort || number > kLastPort)) {
      faults.invalid(at, port,
                     "provided port is not in the valid range. The range of valid ports is "
                     "30000-32767");
    } else if (taken_.contains(number)) {
      faults.invalid(at, port, "provided port is already allocated");
    }
    own_.insert(number);
  }

  Result<std::int64_t> next() {
    if (dry_run_) {
      return ++made_up_;
    }
    constexpr std::int64_t kCount = kLastPort - kFirstPort + 1;
    const std::int64_t start = random_below(kCount);
    for (std::int64_t i = 0; i < kCount; ++i) {
      const std::int64_t number = kFirstPort + (start + i) % kCount;
      if (!taken_.contains(number) && own_.insert(number).second) {
        return number;
      }
    }
    return fail(Code::kInternal,
                "Internal error occurred: failed to allocate a nodePort: range is "
                "full");
  }

 private:
  std::set<std::int64_t> taken_;
  std::set<std::int64_t> own_;
  bool dry_run_;
  std::int64_t made_up_ = kMadeUpPort;
};

// A port of the same service with the same number and another protocol shares its node port.
std::int64_t shared_port(const json::Array& ports, std::size_t own) {
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const std::int64_t number = ports[i].at("nodePort").as_int();
    if (i != own && number != 0 && ports[i].at("port") == ports[own].at("port") &&
        !(ports[i].at("protocol") == ports[own].at("protocol"))) {
      return number;
    }
  }
  return 0;
}

Result<void> allocate_ports(json::Value& spec, Ports ports, bool health, api::Faults& faults) {
  const api::FieldPath root;
  const api::FieldPath at = root.child("spec");
  const api::FieldPath list = at.child("ports");
  json::Value& listed = spec["ports"];
  for (std::size_t i = 0; i < listed.as_array().size(); ++i) {
    if (listed.as_array()[i].at("nodePort").as_int() != 0) {
      const api::FieldPath item = list.item(i);
      ports.claim(listed.as_array()[i].at("nodePort"), item.child("nodePort"), faults);
    }
  }
  for (std::size_t i = 0; i < listed.as_array().size(); ++i) {
    if (listed.as_array()[i].at("nodePort").as_int() == 0) {
      std::int64_t number = shared_port(listed.as_array(), i);
      if (number == 0) {
        TRY_ASSIGN(number, ports.next());
      }
      listed.array()[i]["nodePort"] = number;
    }
  }
  if (health && spec.at("healthCheckNodePort").as_int() == 0) {
    TRY_ASSIGN(const std::int64_t number, ports.next());
    spec["healthCheckNodePort"] = number;
  } else if (health) {
    ports.claim(spec.at("healthCheckNodePort"), at.child("healthCheckNodePort"), faults);
  }
  return {};
}

}  // namespace

ServiceAddresses::ServiceAddresses(const store::Store& store)
    : store_(store), range_(AddressRange::parse("10.96.0.0/12").value()) {}

std::unique_lock<std::mutex> ServiceAddresses::hold(const api::Kind& kind) {
  return &kind == &api::kinds::service() ? std::unique_lock(mutex_)
                                         : std::unique_lock<std::mutex>();
}

Result<ServiceAddresses::Claim> ServiceAddresses::claim_of(const api::Kind& kind,
                                                           const store::RecordPtr& record) {
  TRY_ASSIGN(const json::Value object, StoredObject{record}.decode());
  Claim claim{.modified = record->modified};
  if (&kind == &api::kinds::ip_address()) {
    claim.service = service_of_address(object);
    claim.addresses.insert(api::name(object));
    return claim;
  }
  claim.service = api::ns(object) + "/" + api::name(object);
  add(object, claim.addresses, claim.ports);
  return claim;
}

void ServiceAddresses::add(const json::Value& service, std::set<std::string>& addresses,
                           std::set<std::int64_t>& ports) {
  for (const json::Value& address : service.at("spec", "clusterIPs").as_array()) {
    addresses.insert(address.as_string());
  }
  for_each_port(service.at("spec"), [&](std::int64_t port) { ports.insert(port); });
}

Result<ServiceAddresses::Taken> ServiceAddresses::taken_by_others(const std::string& own) {
  std::map<std::string, Claim> claims;
  Taken taken;
  for (const api::Kind* kind : {&api::kinds::service(), &api::kinds::ip_address()}) {
    TRY_ASSIGN(const store::RangeResult range, store_.range(kind_prefix(*kind), "", 0, 0));
    for (const store::RecordPtr& record : range.records) {
      auto known = claims_.extract(record->key);
      Claim claim = known.empty() ? Claim() : std::move(known.mapped());
      if (claim.modified != record->modified) {
        TRY_ASSIGN(claim, claim_of(*kind, record));
      }
      if (claim.service != own) {
        taken.addresses.insert(claim.addresses.begin(), claim.addresses.end());
        taken.ports.insert(claim.ports.begin(), claim.ports.end());
      }
      claims.emplace(record->key, std::move(claim));
    }
  }
  claims_ = std::move(claims);
  for (const auto& [number, reserved] : reserved_) {
    taken.addresses.insert(reserved.addresses.begin(), reserved.addresses.end());
    taken.ports.insert(reserved.ports.begin(), reserved.ports.end());
  }
  return taken;
}

// Networks of another family or of a size nobody can use are passed over.
Result<std::vector<AddressRange>> ServiceAddresses::ranges() const {
  static const api::Kind& kind = *api::find_kind("networking.k8s.io/v1", "ServiceCIDR");
  std::vector<AddressRange> ranges{range_};
  TRY_ASSIGN(const store::RangeResult stored, store_.range(kind_prefix(kind), "", 0, 0));
  for (const store::RecordPtr& record : stored.records) {
    TRY_ASSIGN(const json::Value object, StoredObject{record}.decode());
    for (const json::Value& cidr : object.at("spec", "cidrs").as_array()) {
      auto range = AddressRange::parse(cidr.as_string());
      if (range && range->text() != range_.text() && api::is_range_in_use(object)) {
        ranges.push_back(std::move(*range));
      }
    }
  }
  return ranges;
}

Result<void> ServiceAddresses::allocate(const api::Kind& kind, json::Value& object, bool dry_run) {
  if (&kind != &api::kinds::service() || !api::has_address(object)) {
    return {};
  }
  TRY_ASSIGN(const Taken taken, taken_by_others(api::ns(object) + "/" + api::name(object)));
  json::Value& spec = object["spec"];
  api::Faults faults;
  set_families(spec, faults);
  const api::FieldPath root;
  const api::FieldPath at = root.child("spec");
  const std::string address = spec.at("clusterIP").as_string();
  TRY_ASSIGN(const std::vector<AddressRange> ranges, this->ranges());
  const bool inside = std::any_of(ranges.begin(), ranges.end(), [&](const AddressRange& range) {
    return range.index(address).has_value();
  });
  const auto refuse = [&](const std::string& why) {
    faults.invalid(at.child("clusterIPs"), spec.at("clusterIPs"),
                   "failed to allocate IP " + address + ": " + why);
  };
  if (faults.empty() && address.empty()) {
    TRY(allocate_address(spec, ranges, taken.addresses));
  } else if (faults.empty() && address != "None" && !inside) {
    // Kubernetes looks for a range that has it; a dry run asks the first one only.
    refuse(dry_run ? "the provided IP (" + address +
                         ") is not in the valid range. The range of valid IPs is " + range_.text()
                   : "the provided network does not match the current range");
  } else if (taken.addresses.contains(address) && address != "None") {
    refuse("provided IP is already allocated");
  }
  if (faults.empty() && api::has_node_ports(object)) {
    TRY(allocate_ports(spec, Ports(taken.ports, dry_run), api::has_health_port(object), faults));
  }
  return judged(kind, api::name(object), std::move(faults).result());
}

Result<ServiceAddresses::Reservation> ServiceAddresses::reserve(const api::Kind& kind,
                                                                json::Value& object,
                                                                bool dry_run) {
  const auto held = hold(kind);
  TRY(allocate(kind, object, dry_run));
  if (!held || dry_run) {
    return Reservation();
  }
  Taken taken;
  add(object, taken.addresses, taken.ports);
  reserved_.emplace(++last_reservation_, std::move(taken));
  return Reservation(*this, last_reservation_);
}

ServiceAddresses::Reservation::Reservation(Reservation&& other) noexcept
    : addresses_(std::exchange(other.addresses_, nullptr)), number_(other.number_) {}

ServiceAddresses::Reservation::~Reservation() {
  if (addresses_ != nullptr) {
    const std::scoped_lock lock(addresses_->mutex_);
    addresses_->reserved_.erase(number_);
  }
}

}  // namespace sluice::registry
