// SPDX-License-Identifier: Apache-2.0
#include "services/pools.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/text.h"
#include "services/order.h"

namespace sluice::services {
namespace {

bool fits(const Service& service, const std::string& pool) {
  return service.placement.pool.empty() || service.placement.pool == pool;
}

std::vector<Service> fitting(const std::vector<Service>& all, const std::string& pool) {
  std::vector<Service> some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some),
               [&](const Service& service) { return fits(service, pool); });
  return some;
}

}  // namespace

bool meet(const Service& one, const Service& other) {
  return fits(one, other.placement.pool) || fits(other, one.placement.pool);
}

Result<std::vector<Service>> in_order_of_pools(std::vector<Service> services,
                                               const std::string& path) {
  std::set<std::string> pools;
  std::set<std::string> names;
  for (const Service& service : services) {
    pools.insert(service.placement.pool);
    names.insert(service.name);
  }
  if (pools.size() > 1) {
    pools.erase("");
  }
  std::vector<Service> all;
  for (const std::string& pool : pools) {
    TRY_ASSIGN(const std::vector<Service> ordered, in_order(fitting(services, pool), path));
    for (const Service& service : ordered) {
      const bool there = std::any_of(all.begin(), all.end(), [&](const Service& other) {
        return other.name == service.name && other.placement.pool == service.placement.pool;
      });
      if (!there) {
        all.push_back(service);
      }
    }
  }
  return names.size() == services.size() ? in_order(std::move(services), path) : all;
}

Result<NodeServices> of_pool(const NodeServices& all, const std::string& pool) {
  std::set<std::string> pools;
  for (const Service& service : all.services) {
    pools.insert(service.placement.pool);
  }
  pools.erase("");
  if (!pools.empty() && pools.count(pool) == 0) {
    return fail(Code::kInvalid, "\"" + pool + "\" is no pool of " + all.name + ", which has " +
                                    join({pools.begin(), pools.end()}, ", "));
  }
  NodeServices some{all.name, {}};
  TRY_ASSIGN(some.services, in_order(fitting(all.services, pool), "spec.services"));
  return some;
}

}  // namespace sluice::services
