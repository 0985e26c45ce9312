// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/kind.h"
#include "api/meta.h"
#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::client {

using Object = json::Value;
using ObjectPtr = std::shared_ptr<const Object>;  // immutable snapshot, freely shared

struct ListOptions {
  std::string ns;  // empty: all namespaces
  std::string label_selector;
  std::string field_selector;
};

struct ObjectList {
  std::vector<ObjectPtr> items;
  std::string resource_version;  // watch from here on to miss nothing
};

struct WatchOptions {
  std::string ns;
  std::string label_selector;
  std::string field_selector;
  std::string resource_version;  // events after this one; empty: current state first, then changes
  bool bookmarks = true;
};

enum class EventType { kAdded, kModified, kDeleted, kBookmark };

struct WatchEvent {
  EventType type = EventType::kAdded;
  ObjectPtr object;  // for kBookmark only metadata.resourceVersion is meaningful
};

// A running watch. next() is called by one thread; stop() by any.
class Watch {
 public:
  virtual ~Watch() = default;

  // The next event; nothing when `timeout` passed without one. Expired: the revision is no longer
  // kept, list again. Cancelled: stop() was called. Unavailable: the connection ended, watch again
  // from the last seen resourceVersion.
  virtual Result<std::optional<WatchEvent>> next(Duration timeout) = 0;
  virtual void stop() = 0;
};

// Which part of an object a write may change. What is written to kScale, and what comes back, is an
// autoscaling/v1 Scale; kApproval is of CertificateSigningRequests.
enum class Part { kMain, kStatus, kScale, kApproval };

enum class PatchType { kMerge, kStrategicMerge, kJson, kApply };

struct Patch {
  PatchType type = PatchType::kMerge;
  json::Value body;
  bool force = false;  // kApply: take fields from other managers
};

struct DeleteOptions {
  std::optional<std::int64_t> grace_period_seconds;
  std::string uid;                 // precondition: Conflict when the object has another one
  std::string resource_version;    // precondition
  std::string propagation_policy;  // "", "Background", "Foreground", "Orphan"
};

// The one interface to Kubernetes that controllers, kubelet and operators know. Two
// implementations, in-process (registry::LocalClient) and over HTTPS (remote::HttpClient), pass one
// contract test (client/client_contract.h). Thread-safe. Reads never see a partial write. Objects
// of lists and watches, which get kept, come without metadata.managedFields, which outweigh the
// rest.
class Client {
 public:
  virtual ~Client() = default;
  virtual Result<ObjectPtr> get(const api::Kind& kind, const api::Key& key) = 0;
  virtual Result<ObjectList> list(const api::Kind& kind, const ListOptions& options) = 0;

  // Namespace and name are the object's own. AlreadyExists, Invalid.
  virtual Result<ObjectPtr> create(const api::Kind& kind, const Object& object) = 0;

  // Conflict when the object's resourceVersion is given and stale.
  virtual Result<ObjectPtr> update(const api::Kind& kind, const Object& object,
                                   Part part = Part::kMain) = 0;
  virtual Result<ObjectPtr> patch(const api::Kind& kind, const api::Key& key, const Patch& patch,
                                  Part part = Part::kMain) = 0;
  virtual Result<void> remove(const api::Kind& kind, const api::Key& key,
                              const DeleteOptions& options) = 0;

  // POST to a subresource, e.g. "binding" of a pod. Returns what the server answered.
  virtual Result<ObjectPtr> create_subresource(const api::Kind& kind, const api::Key& key,
                                               const std::string& subresource,
                                               const Object& body) = 0;
  virtual Result<std::unique_ptr<Watch>> watch(const api::Kind& kind,
                                               const WatchOptions& options) = 0;
};

}  // namespace sluice::client
