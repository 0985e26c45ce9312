// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "api/meta.h"
#include "api/quota/amounts.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/followed.h"

namespace sluice::registry {

using QuotaPtr = std::shared_ptr<const json::Value>;

// The ResourceQuotas there are, by namespace: what Followed keeps.
class QuotasByNamespace {
 public:
  void put(const json::Value& quota);
  void erase(const json::Value& quota);
  std::vector<QuotaPtr> in(const std::string& ns) const;

 private:
  std::map<std::string, std::map<std::string, QuotaPtr>> by_namespace_;
};

// The quotas of a registry, always current, and whose turn it is to write to them: of those who
// charge the same quota at the same time all but one would have to begin again. Thread-safe.
class QuotaBook {
 public:
  explicit QuotaBook(const Registry& registry);

  // One look-up in memory; mostly there are none.
  Result<std::vector<QuotaPtr>> in(const std::string& ns) const;

  std::unique_lock<std::mutex> turn(const std::string& ns);

 private:
  const Followed<QuotasByNamespace> quotas_;
  std::array<std::mutex, 16> turns_;
};

}  // namespace sluice::registry
