// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "api/kind.h"
#include "api/meta.h"
#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "store/store.h"

namespace sluice::registry {

enum class Operation : unsigned { kCreate = 1, kUpdate = 2, kDelete = 4, kConnect = 8 };
std::string_view to_string(Operation operation);  // "CREATE"

// What those who decide on a request have to say to its caller and to the audit log. Not
// thread-safe.
struct Notes {
  std::vector<std::string> warnings = {};               // each once
  std::map<std::string, std::string> annotations = {};  // of the audit event

  void warn(const std::string& warning);
};

// Who makes a request: an authentication.k8s.io/v1 UserInfo (null: this program itself), and where
// to leave notes for them (may be null), and how long they still wait (null: as long as it takes).
struct Requester {
  json::Value user = {};
  Notes* notes = nullptr;
  std::function<Duration()> time_left = nullptr;
};
const json::Value& user_info(const Requester& requester);

// A request as admission sees it. Lives on the stack of the write it is part of.
struct Attributes {
  Operation operation = Operation::kCreate;
  const api::Kind& kind;             // of what the URL addresses
  std::string subresource = {};      // "status", "binding"
  api::Key key = {};                 // the name is empty while it has yet to be made
  json::Value* object = nullptr;     // none on deletion; its kind may be another one: a Scale
  const json::Value* old = nullptr;  // none on creation
  const json::Value& user;           // UserInfo
  // Makes the CreateOptions, UpdateOptions or DeleteOptions, which few ask for; null on connect.
  std::function<json::Value()> options = [] { return json::Value(); };
  bool dry_run = false;
  Notes* notes = nullptr;                         // may be null
  std::function<Duration()> time_left = nullptr;  // of the requester; may be null

  // How much of `timeout` the requester still waits.
  Duration bounded(Duration timeout) const {
    return time_left ? std::clamp<Duration>(time_left(), Duration::zero(), timeout) : timeout;
  }

  // The object, or on deletion what it was.
  const json::Value& subject() const;

  void warn(const std::string& warning) const;
  void annotate(const std::string& name, std::string value) const;
};

// pods "x" is forbidden: <why>; an object without a name goes by its generateName.
Error refused(const Attributes& request, const std::string& why);

// What the rounds of one request's mutations have to know of each other.
struct Mutations {
  bool again = false;                 // the second round, as something changed in the first
  std::set<std::string> called = {};  // so far, and willing to be called again
  std::set<std::string> due = {};     // of those, the ones that have not seen the last change
  json::Value outcome = {};           // of the first round
};

// Admission that is configured through the API: webhooks and policies. May take seconds; called
// without locks and by many threads.
class Admitter {
 public:
  virtual ~Admitter() = default;

  // May change the object; tells whether it did.
  virtual Result<bool> mutate(Attributes& request, Mutations& mutations) const = 0;
  virtual Result<void> validate(const Attributes& request) const = 0;
};

// What may enter, change or leave the cluster, beyond objects being valid: the built-in rules and
// an Admitter. The first refusal ends it. Thread-safe once the admitter is set.
class Admission {
 public:
  explicit Admission(const store::Store& store) : store_(store) {}

  void admit_with(const Admitter* admitter) { admitter_ = admitter; }

  // Before the object is validated; rules may change it.
  Result<void> mutate(Attributes& request) const;
  // On the object as it will be written.
  Result<void> validate(Attributes& request) const;

 private:
  const store::Store& store_;
  const Admitter* admitter_ = nullptr;
};

}  // namespace sluice::registry
