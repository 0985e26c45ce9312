// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster_secrets.h"

#include "api/meta.h"
#include "base/text.h"
#include "clusters/own_objects.h"
#include "slurmconf/config.h"

namespace sluice::clusters {
namespace {

// A word that has been obeyed is not meant for what somebody changes later. The Secret may have
// lost its notes.
bool may_adopt(const client::Object& cluster, const client::Object& secret) {
  const std::string& word = api::annotation(cluster, kAdoptAnnotation);
  return !word.empty() && word != "false" && word != adoption_of(secret) &&
         word != cluster.at("status", "keys", "adopted").as_string();
}

}  // namespace

Result<Keys> ensure_keys(client::Client& client, runtime::EventRecorder& events,
                         const client::Object& object, const Cluster& cluster) {
  const api::Kind& kind = api::kinds::secret();
  const api::Key key{cluster.ns, cluster.component("keys")};
  const std::string& rotation = api::annotation(object, kRotateAnnotation);
  const auto found = client.get(kind, key);
  if (!found && found.error().code != Code::kNotFound) {
    return tl::unexpected(found.error());
  }
  const json::Value* made_for = object.find("status", "keys", "rotation");
  const bool asked_anew =
      !rotation.empty() && (made_for == nullptr || made_for->as_string() != rotation);
  if (!found && made_for != nullptr && !asked_anew) {
    return fail(Code::kNotFound, "Secret " + key.name +
                                     ": it is gone; bring it back, or annotate the SlurmCluster "
                                     "with another value of " +
                                     kRotateAnnotation + " to have new keys made");
  }
  const auto read = found ? read_keys(**found) : Result<Keys>();
  const bool ours = found && (read || is_controlled_by(**found, cluster.uid));
  const bool by_hand = !read && read.error().code == Code::kConflict;
  client::Object secret;
  if (!found || (ours && asked_anew && rotation_of(**found) != rotation)) {
    secret = new_keys(cluster, rotation);
  } else if (by_hand && may_adopt(object, **found)) {
    secret = adopted(cluster, **found, rotation, api::annotation(object, kAdoptAnnotation));
  } else {
    return read;
  }
  secret["metadata"]["ownerReferences"] = json::Array{api::controller_reference(object)};
  if (found) {
    secret["metadata"]["resourceVersion"] = api::resource_version(**found);
    TRY(client.update(kind, secret));
    events.record(object,
                  {.reason = "KeysReplaced", .message = "new keys are in the Secret " + key.name});
  } else {
    TRY(client.create(kind, secret));
  }
  return read_keys(secret);
}

Result<std::string> database_password(client::Client& client, const Cluster& cluster,
                                      const Keys& keys) {
  if (!cluster.external) {
    std::string own(trim(keys.database_password));
    if (own.find_first_of("'\"\\#\n \t") != std::string::npos) {  // it is adopted
      return fail(Code::kInvalid, "Secret " + cluster.component("keys") +
                                      ": database-password may not have quotes, backslashes, # or "
                                      "blanks, for it stands in SQL and in slurmdbd.conf");
    }
    return own;
  }
  const ExternalDatabase& external = *cluster.external;
  const std::string field = "spec.accounting.external.passwordSecret: ";
  const auto secret = client.get(api::kinds::secret(), {cluster.ns, external.secret});
  if (!secret) {
    return fail(secret.error().code, field + secret.error().message);
  }
  const auto text = base64_decode((*secret)->at("data", external.key).as_string());
  if (!text || trim(*text).empty() || text->find('\n') < trim(*text).size()) {
    return fail(Code::kInvalid, field + "the Secret " + external.secret + " has no key \"" +
                                    external.key + "\" with a password in one line");
  }
  std::string password(trim(*text));
  if (const auto line = slurmconf::to_line("StoragePass", password); !line) {
    return fail(Code::kInvalid, field + "the password in the Secret " + external.secret + ": " +
                                    line.error().message);
  }
  return password;
}

}  // namespace sluice::clusters
