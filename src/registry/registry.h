// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/apply/tracking.h"
#include "api/catalog.h"
#include "api/kind.h"
#include "api/meta.h"
#include "base/clock.h"
#include "base/result.h"
#include "client/client.h"
#include "json/value.h"
#include "registry/admission.h"
#include "registry/charge.h"
#include "registry/custom_watches.h"
#include "registry/definitions.h"
#include "registry/follow_up.h"
#include "registry/measurements.h"
#include "registry/selectable_parts.h"
#include "registry/service_addresses.h"
#include "registry/stored_object.h"
#include "registry/versions.h"
#include "registry/watch.h"
#include "store/store.h"

namespace sluice::registry {

class QuotaBook;

// What becomes of fields the kind's schema does not know.
enum class FieldValidation { kIgnore, kWarn, kStrict };

// Asked just before an object is written in place of another (null: it is new), with what would be
// stored; an error refuses the write.
using WriteCheck =
    std::function<Result<void>(const json::Value& object, const json::Value* current)>;

// Asked once it is clear that a write which might have changed something creates it instead, and
// that it could; an error refuses it.
using CreateCheck = std::function<Result<void>()>;

struct WriteOptions {
  bool dry_run = false;  // everything happens but the write
  FieldValidation field_validation = FieldValidation::kWarn;
  std::vector<std::string> duplicate_fields = {};  // that the parser met in the body
  std::string field_manager = {};                  // who comes to own what is written
  WriteCheck check = {};                           // may be empty
  CreateCheck may_create = {};                     // may be empty
  Requester by = {};
};

struct Written {
  StoredObject object;
  bool created = false;  // by this request
  bool gone = false;     // the change let a pending deletion finish
  std::vector<std::string> warnings = {};
};

struct ListRequest {
  std::string ns;  // empty: all
  std::string label_selector;
  std::string field_selector;
  std::size_t limit = 0;
  std::string continue_token;
  std::string resource_version;
  std::string resource_version_match;  // "", "Exact", "NotOlderThan"
};

struct ListPage {
  std::vector<StoredObject> items;
  store::Revision revision = 0;
  std::string continue_token;            // empty: this was the last page
  std::optional<std::size_t> remaining;  // known when nothing is selected
};

struct UpdateRequest {
  api::Key key;  // as addressed; the object must agree
  json::Value object;
  std::string subresource = {};  // "status"; empty: the object itself
  WriteOptions options = {};
};

struct PatchRequest {
  api::Key key;
  client::Patch patch;
  std::string subresource = {};
  WriteOptions options = {};
};

struct RemoveRequest {
  api::Key key;
  client::DeleteOptions options = {};
  bool dry_run = false;
  Requester by = {};
};

struct Removed {
  StoredObject object;  // its last state, or the state it waits in
  bool gone = false;    // false: finalizers or the grace period keep it
};

// A request to open a stream or to go through a proxy.
struct ConnectRequest {
  api::Key key;
  std::string subresource;  // "exec"
  json::Value object;       // PodExecOptions and the like
  Requester by = {};
};

// Kubernetes verbs over the store, for every kind alike: what the API server and LocalClient call.
// Errors carry Kubernetes' messages. Thread-safe. Store and clock must outlive it.
class Registry {
 public:
  Registry(store::Store& store, Clock& clock);
  ~Registry();

  // Creates what every cluster has, where missing (namespaces, priority classes, a service
  // account), and serves the stored custom kinds.
  Result<void> bootstrap();

  // Whether the store takes writes; why it does not.
  Result<void> health() const { return store_.health(); }

  // The kinds that can be asked for now.
  const api::Catalog& catalog() const { return catalog_; }

  // How to reach conversion webhooks; before the first request.
  void convert_with(ConvertObjects convert) { versions_.convert_with(std::move(convert)); }

  // Where services get their addresses from; before the first request.
  void allocate_from(AddressRange range) { addresses_.use(std::move(range)); }
  const AddressRange& service_range() const { return addresses_.range(); }

  // Who knows what pods use; before the first request, and for as long as there are any.
  void measure_with(const client::UsageSource& source) { measurements_.measure_with(source); }

  // Whom to ask about writes; before the first request, and for as long as there are any.
  void admit_with(const Admitter& admitter) { admission_.admit_with(&admitter); }

  // `not_older_than`: a resourceVersion that must have happened; empty: any.
  Result<StoredObject> get(const api::Kind& kind, const api::Key& key,
                           const std::string& not_older_than = "") const;

  // Expired carries a cause with the field "metadata.continue" whose message is the token that goes
  // on with the current state.
  Result<ListPage> list(const api::Kind& kind, const ListRequest& request) const;

  // In namespace `ns` (empty: the object's own).
  Result<Written> create(const api::Kind& kind, const std::string& ns, json::Value object,
                         const WriteOptions& options = {});
  Result<Written> update(const api::Kind& kind, const UpdateRequest& request);
  Result<Written> patch(const api::Kind& kind, const PatchRequest& request);
  Result<Removed> remove(const api::Kind& kind, const RemoveRequest& request);

  // Removes what `which` selects, each as remove() with the key's name filled in.
  Result<ListPage> remove_collection(const api::Kind& kind, const ListRequest& which,
                                     const RemoveRequest& how);

  // The kind outlives the watch.
  Result<std::unique_ptr<Watch>> watch(const api::Kind& kind, const WatchRequest& request) const;

  // The scale subresource: reads and writes an autoscaling/v1 Scale.
  Result<StoredObject> get_scale(const api::Kind& kind, const api::Key& key) const;
  Result<Written> update_scale(const api::Kind& kind, const UpdateRequest& request);
  Result<Written> patch_scale(const api::Kind& kind, const PatchRequest& request);

  // POST pods/<name>/binding.
  Result<Written> bind(const api::Key& pod, json::Value binding, const WriteOptions& options = {});

  // POST pods/<name>/eviction: deletes the pod if its disruption budget allows it. Gives the Status
  // to answer with, which may be a refusal.
  Result<json::Value> evict(const api::Key& pod, json::Value eviction,
                            const WriteOptions& options = {});

  // An object as another version of its kind shows it.
  Result<json::Value> convert(const api::Kind& from, const api::Kind& to,
                              const json::Value& object) const;

  // What is posted to be answered and not stored: a review, a TokenRequest. First it may be
  // changed, then, valid, it is refused or not; the options outlive the calls.
  struct Posted {
    api::Key key;
    std::string subresource = {};
    const WriteOptions& options;
  };
  Result<void> mutate_posted(const api::Kind& kind, const Posted& posted,
                             json::Value& object) const;
  Result<void> validate_posted(const api::Kind& kind, const Posted& posted,
                               json::Value object) const;

  // Whether a stream or a proxy may be opened.
  Result<void> admit_connect(const api::Kind& kind, const ConnectRequest& request) const;

 private:
  // What is to become of an object, decided from its current state.
  struct Outcome {
    json::Value object;
    bool remove = false;
    Charges charges = {};  // to be given back if it is not written
    bool limited = false;  // what a caller wrote; what the server itself notes is small
  };
  using Decide = std::function<Result<Outcome>(const json::Value& current)>;
  struct ChangeOptions {
    int attempts = 100;  // when others change the object at the same time
    bool dry_run = false;
  };

  // What a write is about.
  struct Target {
    const api::Kind& kind;
    const api::Key& key;
    std::string subresource;
    const WriteOptions& options;
  };
  static Attributes attributes(Operation operation, const Target& target);

  // What `object`, taken in and of the same identity, makes of `current`: admitted, prepared,
  // valid.
  Result<Outcome> settle(const Target& target, json::Value object, const json::Value& current);
  Result<void> admit_removal(const api::Kind& kind, const RemoveRequest& request,
                             const json::Value& current) const;

  // Reads, decides and writes as one step: decides again when the object changed meanwhile. Writes
  // nothing when nothing changes. An object whose deletion was pending on what this change takes
  // away is removed.
  Result<Written> change(const api::Kind& kind, const api::Key& key, const ChangeOptions& options,
                         const Decide& decide);

  // Who the caller of a write is to metadata.managedFields.
  api::FieldWriter writer(const api::Kind& kind, const std::string& subresource,
                          const WriteOptions& options) const;

  Result<Written> apply(const api::Kind& kind, const PatchRequest& request);
  Result<Written> create_applied(const api::Kind& kind, const PatchRequest& request);

  // From the scale of an object as it is to what it should be, with its managedFields.
  using EditScale = std::function<Result<json::Value>(const json::Value& scale)>;
  // eviction.cpp
  struct Permission;
  Result<Permission> spend_budget(const json::Value& pod, bool dry_run);
  Result<void> admit_eviction(const api::Key& key, json::Value& eviction,
                              const WriteOptions& options) const;

  Result<Written> change_scale(const api::Kind& kind, const api::Key& key,
                               const WriteOptions& options, const EditScale& edit);

  struct Current {
    const StoredObject& stored;
    const json::Value& object;
  };
  Result<Written> commit(const api::Kind& kind, const api::Key& key, const Current& current,
                         Outcome outcome);
  static Result<Written> rehearsed(const api::Kind& kind, Outcome outcome,
                                   const StoredObject& current);

  // The rest of create(), once it is settled what the object says and who owns it.
  Result<Written> introduce(const api::Kind& kind, const std::string& ns, json::Value object,
                            const WriteOptions& options);
  Result<Written> insert(const api::Kind& kind, json::Value object, const WriteOptions& options);
  Result<Written> put_new(const api::Kind& kind, const json::Value& object);

  // quota.cpp: what an admitted write costs the quotas of its namespace, charged to them; a dry run
  // only sees whether it could be.
  Result<Charges> charge(const Attributes& request);
  void refund(const std::string& ns, const Charges& charges);
  using EditQuota = std::function<Result<json::Value>(const json::Value& quota)>;
  Result<void> write_quota(const api::Key& key, bool dry_run, const EditQuota& edit);

  Result<StoredObject> get_stored(const api::Kind& kind, const api::Key& key) const;

  // What is to be done after a write to the store: `record` in the version it was written in.
  Written finish(const api::Kind& kind, const json::Value& object, store::RecordPtr record);

  // definitions.cpp
  void follow_definitions();
  Result<void> settle_definitions();
  Result<void> write_definition_status(const std::string& name,
                                       const std::vector<json::Value>& all);

  // definition_cleanup.cpp
  using EditDefinition = std::function<void(json::Value& definition)>;
  void clean_up_definitions();
  Result<void> clean_up(const json::Value& definition);
  Result<bool> remove_instances(const json::Value& definition);
  Result<bool> takes_new(const api::Kind& kind) const;
  Result<void> keep_if_defined(const api::Kind& kind, const store::RecordPtr& record);
  Result<void> write_cleanup(const json::Value& definition, const EditDefinition& edit);

  store::Store& store_;
  Clock& clock_;
  Admission admission_;
  ServiceAddresses addresses_;
  api::Catalog catalog_;
  Versions versions_{catalog_};
  mutable CustomWatches custom_watches_{catalog_};  // thread-safe
  mutable SelectableParts selectable_parts_;        // thread-safe
  DefinitionCache definitions_;                     // of the thread that settles definitions
  EndingDefinitions ending_definitions_;
  FollowUp settling_definitions_;
  FollowUp cleaning_definitions_;
  RetryTime retry_definitions_;
  std::unique_ptr<QuotaBook> quotas_;
  Measurements measurements_{*this, clock_};
};

}  // namespace sluice::registry
