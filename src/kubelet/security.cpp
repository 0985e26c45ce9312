// SPDX-License-Identifier: Apache-2.0
#include "kubelet/security.h"

#include <algorithm>
#include <string_view>

#include "api/meta.h"
#include "base/text.h"
#include "json/strings.h"

namespace sluice::kubelet {
namespace {

// A field of the container's security context, else of the pod's; null pointer: neither says it.
const json::Value* setting(const json::Value& pod, const json::Value& container,
                           std::string_view field) {
  const json::Value* own = container.find("securityContext", field);
  return own != nullptr && !own->is_null() ? own : pod.find("spec", "securityContext", field);
}

Result<void> check_non_root(const json::Value& pod, const json::Value& container,
                            const images::UserIds& user, const std::string& image_user,
                            bool by_number) {
  const json::Value* asked = setting(pod, container, "runAsNonRoot");
  if (asked == nullptr || !asked->as_bool()) {
    return {};
  }
  const std::string where = " (pod: \"" + api::name(pod) + "_" + api::ns(pod) + "(" +
                            api::uid(pod) + ")\", container: " + container.at("name").as_string() +
                            ")";
  if (user.uid == 0) {
    const bool by_pod = setting(pod, container, "runAsUser") != nullptr;
    return fail(Code::kInvalid,
                std::string(by_pod ? "container's runAsUser breaks non-root policy"
                                   : "container has runAsNonRoot and image will run as root") +
                    where);
  }
  if (!by_number) {
    return fail(Code::kInvalid, "container has runAsNonRoot and image has non-numeric user (" +
                                    image_user + "), cannot verify user is non-root" + where);
  }
  return {};
}

void add_group(std::vector<gid_t>& groups, const json::Value& group) {
  const auto id = static_cast<gid_t>(group.as_int());
  if (std::find(groups.begin(), groups.end(), id) == groups.end()) {
    groups.push_back(id);
  }
}

}  // namespace

Result<images::UserIds> user_of(const json::Value& pod, const json::Value& container,
                                const images::Image& image) {
  const json::Value* number = setting(pod, container, "runAsUser");
  const json::Value* group = setting(pod, container, "runAsGroup");
  const std::string wanted =
      number == nullptr ? image.config.user : std::to_string(number->as_int());
  TRY_ASSIGN(images::UserIds user, images::resolve_user(image.root, wanted));
  const std::string name = wanted.substr(0, wanted.find(':'));
  const bool by_number = name.empty() || parse_int(name).has_value();
  TRY(check_non_root(pod, container, user, name, by_number));
  if (group != nullptr) {
    user.gid = static_cast<gid_t>(group->as_int());
  }
  return user;
}

containers::Identity identity_of(const json::Value& pod, const images::UserIds& user) {
  containers::Identity identity{.uid = user.uid, .gid = user.gid};
  const json::Value& context = pod.at("spec", "securityContext");
  if (context.at("supplementalGroupsPolicy").as_string() != "Strict") {
    identity.groups = user.groups;
  }
  for (const json::Value& group : context.at("supplementalGroups").as_array()) {
    add_group(identity.groups, group);
  }
  if (const json::Value* group = context.find("fsGroup")) {
    add_group(identity.groups, *group);
  }
  return identity;
}

Result<containers::Privileges> privileges_of(const json::Value& pod, const json::Value& container) {
  const json::Value& context = container.at("securityContext");
  const json::Value* profile = setting(pod, container, "seccompProfile");
  const std::string type = profile == nullptr ? "" : profile->at("type").as_string();
  if (type == "Localhost") {
    return fail(Code::kUnsupported, "seccompProfile.type Localhost (\"" +
                                        profile->at("localhostProfile").as_string() +
                                        "\") is not supported; RuntimeDefault and Unconfined are");
  }
  const bool unconfined = type == "Unconfined";
  return containers::Privileges{
      .add = json::to_strings(context.at("capabilities", "add")),
      .drop = json::to_strings(context.at("capabilities", "drop")),
      .privileged = context.at("privileged").as_bool(),
      .no_new_privileges = !context.at("allowPrivilegeEscalation").as_bool(true),
      .seccomp = unconfined ? containers::Seccomp::kUnconfined : containers::Seccomp::kDefault};
}

}  // namespace sluice::kubelet
