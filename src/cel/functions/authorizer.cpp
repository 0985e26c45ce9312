// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/authorizer.h"

#include "cel/functions/cost.h"
#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

constexpr std::uint64_t kCheckCost = 350'000;

constexpr std::string_view kAuthorizer = "kubernetes.authorization.Authorizer";
constexpr std::string_view kPathCheck = "kubernetes.authorization.PathCheck";
constexpr std::string_view kGroupCheck = "kubernetes.authorization.GroupCheck";
constexpr std::string_view kResourceCheck = "kubernetes.authorization.ResourceCheck";
constexpr std::string_view kDecision = "kubernetes.authorization.Decision";

// An authorizer with as much of a question as was built so far.
class Check final : public Opaque {
 public:
  Check(std::string_view type, std::shared_ptr<const Authorizer> authorizer, AccessQuery query)
      : type_(type), authorizer_(std::move(authorizer)), query_(std::move(query)) {}
  std::string_view type_name() const override { return type_; }
  bool equals(const Opaque& other) const override { return this == &other; }
  std::string to_string() const override { return std::string(type_); }
  const AccessQuery& query() const { return query_; }
  const std::shared_ptr<const Authorizer>& authorizer() const { return authorizer_; }

 private:
  std::string_view type_;
  std::shared_ptr<const Authorizer> authorizer_;
  AccessQuery query_;
};

class DecisionValue final : public Opaque {
 public:
  explicit DecisionValue(AccessDecision decision) : decision_(std::move(decision)) {}
  std::string_view type_name() const override { return kDecision; }
  bool equals(const Opaque& other) const override { return this == &other; }
  std::string to_string() const override { return decision_.allowed ? "allowed" : "denied"; }
  const AccessDecision& decision() const { return decision_; }

 private:
  AccessDecision decision_;
};

// A caller may bind something else under these type names, so the class is asked for.
const Check* as_check(const Value& value) {
  return dynamic_cast<const Check*>(&value.as_opaque());
}

template <class Change>
Value refine(const Arguments& a, std::string_view type, Change change) {
  const Check* check = as_check(a[0]);
  if (check == nullptr) {
    return Value::no_such_overload();
  }
  AccessQuery query = check->query();
  change(query);
  return Value(OpaquePtr(std::make_shared<Check>(type, check->authorizer(), std::move(query))));
}

Value path(const Arguments& a) {
  return refine(a, kPathCheck, [&](AccessQuery& query) { query.path = a[1].as_string(); });
}
Value group(const Arguments& a) {
  return refine(a, kGroupCheck, [&](AccessQuery& query) { query.group = a[1].as_string(); });
}
Value service_account(const Arguments& a) {
  return refine(a, kAuthorizer, [&](AccessQuery& query) {
    query.service_account = std::string(a[1].as_string()) + ":" + std::string(a[2].as_string());
  });
}
Value resource(const Arguments& a) {
  return refine(a, kResourceCheck, [&](AccessQuery& query) { query.resource = a[1].as_string(); });
}
Value subresource(const Arguments& a) {
  return refine(a, kResourceCheck,
                [&](AccessQuery& query) { query.subresource = a[1].as_string(); });
}
Value namespace_name(const Arguments& a) {
  return refine(a, kResourceCheck,
                [&](AccessQuery& query) { query.namespace_name = a[1].as_string(); });
}
Value name(const Arguments& a) {
  return refine(a, kResourceCheck, [&](AccessQuery& query) { query.name = a[1].as_string(); });
}
Value field_selector(const Arguments& a) {
  return refine(a, kResourceCheck,
                [&](AccessQuery& query) { query.field_selector = a[1].as_string(); });
}
Value label_selector(const Arguments& a) {
  return refine(a, kResourceCheck,
                [&](AccessQuery& query) { query.label_selector = a[1].as_string(); });
}

Value check(const Arguments& a) {
  const Check* check = as_check(a[0]);
  if (check == nullptr || check->authorizer() == nullptr) {
    return Value::no_such_overload();
  }
  AccessQuery query = check->query();
  query.verb = a[1].as_string();
  return Value(OpaquePtr(std::make_shared<DecisionValue>(check->authorizer()->decide(query))));
}

template <class Read>
Value read(const Arguments& a, Read read) {
  const auto* decision = dynamic_cast<const DecisionValue*>(&a[0].as_opaque());
  return decision == nullptr ? Value::no_such_overload() : Value(read(decision->decision()));
}

Value allowed(const Arguments& a) {
  return read(a, [](const AccessDecision& decision) { return decision.allowed; });
}
Value reason(const Arguments& a) {
  return read(a, [](const AccessDecision& decision) { return decision.reason; });
}
Value error(const Arguments& a) {
  return read(a, [](const AccessDecision& decision) { return decision.error; });
}
Value errored(const Arguments& a) {
  return read(a, [](const AccessDecision& decision) { return !decision.error.empty(); });
}

std::uint64_t cost_check(const Arguments&, const Value&) {
  return kCheckCost;
}

// A list of requirements, each of at least two characters, with a list of its own.
std::uint64_t cost_selector(const Arguments& a, const Value&) {
  const std::uint64_t size = size_of(a[1]);
  return kListCost + traversal(size) + (size + 1) / 2 * (kListCost + kObjectCost);
}

#define AUTHZ "kubernetes.authorization."
const FunctionRow kRows[] = {
    {"path", ".(" AUTHZ "Authorizer, string) " AUTHZ "PathCheck", "authorizer_path", path},
    {"group", ".(" AUTHZ "Authorizer, string) " AUTHZ "GroupCheck", "authorizer_group", group},
    {"serviceAccount", ".(" AUTHZ "Authorizer, string, string) " AUTHZ "Authorizer",
     "authorizer_serviceaccount", service_account},
    {"resource", ".(" AUTHZ "GroupCheck, string) " AUTHZ "ResourceCheck", "groupcheck_resource",
     resource},
    {"subresource", ".(" AUTHZ "ResourceCheck, string) " AUTHZ "ResourceCheck",
     "resourcecheck_subresource", subresource},
    {"namespace", ".(" AUTHZ "ResourceCheck, string) " AUTHZ "ResourceCheck",
     "resourcecheck_namespace", namespace_name},
    {"name", ".(" AUTHZ "ResourceCheck, string) " AUTHZ "ResourceCheck", "resourcecheck_name",
     name},
    {"fieldSelector", ".(" AUTHZ "ResourceCheck, string) " AUTHZ "ResourceCheck",
     "authorizer_fieldselector", field_selector, cost_selector},
    {"labelSelector", ".(" AUTHZ "ResourceCheck, string) " AUTHZ "ResourceCheck",
     "authorizer_labelselector", label_selector, cost_selector},
    {"check", ".(" AUTHZ "PathCheck, string) " AUTHZ "Decision", "pathcheck_check", check,
     cost_check},
    {"check", ".(" AUTHZ "ResourceCheck, string) " AUTHZ "Decision", "resourcecheck_check", check,
     cost_check},
    {"errored", ".(" AUTHZ "Decision) bool", "decision_errored", errored},
    {"error", ".(" AUTHZ "Decision) string", "decision_error", error},
    {"allowed", ".(" AUTHZ "Decision) bool", "decision_allowed", allowed},
    {"reason", ".(" AUTHZ "Decision) string", "decision_reason", reason},
};
#undef AUTHZ

}  // namespace

Type authorizer_type() {
  return Type::opaque(std::string(kAuthorizer));
}

Type resource_check_type() {
  return Type::opaque(std::string(kResourceCheck));
}

Value authorizer_value(std::shared_ptr<const Authorizer> authorizer) {
  return Value(
      OpaquePtr(std::make_shared<Check>(kAuthorizer, std::move(authorizer), AccessQuery{})));
}

Value resource_check_value(std::shared_ptr<const Authorizer> authorizer, AccessQuery query) {
  return Value(
      OpaquePtr(std::make_shared<Check>(kResourceCheck, std::move(authorizer), std::move(query))));
}

std::span<const FunctionRow> authorizer_functions() {
  return kRows;
}

}  // namespace sluice::cel
