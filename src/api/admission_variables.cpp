// SPDX-License-Identifier: Apache-2.0
#include "api/admission_variables.h"

#include <initializer_list>
#include <memory>
#include <utility>

#include "cel/functions/authorizer.h"

namespace sluice::api {
namespace {

using cel::Type;

const Type kText(Type::Kind::kString);
const Type kTime(Type::Kind::kTimestamp);

Type object(std::string name, std::initializer_list<std::pair<const char*, Type>> fields) {
  std::vector<cel::ObjectType::Field> list;
  for (const auto& [field, type] : fields) {
    list.push_back({field, field, type});
  }
  return Type::object(std::make_shared<const cel::ObjectType>(std::move(name), std::move(list)));
}

Type make_request_type() {
  const Type kind = object("kubernetes.GroupVersionKind",
                           {{"group", kText}, {"version", kText}, {"kind", kText}});
  const Type resource = object("kubernetes.GroupVersionResource",
                               {{"group", kText}, {"version", kText}, {"resource", kText}});
  const Type user = object("kubernetes.UserInfo", {{"username", kText},
                                                   {"uid", kText},
                                                   {"groups", Type::list(kText)},
                                                   {"extra", Type::map(kText, Type::list(kText))}});
  return object("kubernetes.AdmissionRequest", {{"kind", kind},
                                                {"resource", resource},
                                                {"subResource", kText},
                                                {"requestKind", kind},
                                                {"requestResource", resource},
                                                {"requestSubResource", kText},
                                                {"name", kText},
                                                {"namespace", kText},
                                                {"operation", kText},
                                                {"userInfo", user},
                                                {"dryRun", Type(Type::Kind::kBool)},
                                                {"options", Type()}});
}

Type make_namespace_type() {
  const Type condition = object("kubernetes.NamespaceCondition", {{"status", kText},
                                                                  {"type", kText},
                                                                  {"lastTransitionTime", kTime},
                                                                  {"message", kText},
                                                                  {"reason", kText}});
  const Type integer(Type::Kind::kInt);
  const Type metadata =
      object("kubernetes.NamespaceMetadata", {{"name", kText},
                                              {"generateName", kText},
                                              {"labels", Type::map(kText, kText)},
                                              {"annotations", Type::map(kText, kText)},
                                              {"uid", kText},
                                              {"creationTimestamp", kTime},
                                              {"deletionGracePeriodSeconds", integer},
                                              {"deletionTimestamp", kTime},
                                              {"generation", integer},
                                              {"resourceVersion", kText},
                                              {"finalizers", Type::list(kText)}});
  return object("kubernetes.Namespace",
                {{"metadata", metadata},
                 {"spec", object("kubernetes.NamespaceSpec", {{"finalizers", Type::list(kText)}})},
                 {"status", object("kubernetes.NamespaceStatus",
                                   {{"conditions", Type::list(condition)}, {"phase", kText}})}});
}

}  // namespace

const cel::Type& admission_request_type() {
  static const cel::Type kType = make_request_type();
  return kType;
}

const cel::Type& admission_namespace_type() {
  static const cel::Type kType = make_namespace_type();
  return kType;
}

cel::Declarations admission_variables(const AdmissionVariables& which) {
  cel::Declarations declarations{.variables = {{"object", {}},
                                               {"oldObject", {}},
                                               {"namespaceObject", admission_namespace_type()},
                                               {"request", admission_request_type()}}};
  if (which.params) {
    declarations.variables.push_back({"params", {}});
  }
  if (which.authorizer) {
    declarations.variables.push_back({"authorizer", cel::authorizer_type()});
    declarations.variables.push_back({"authorizer.requestResource", cel::resource_check_type()});
  }
  return declarations;
}

}  // namespace sluice::api
