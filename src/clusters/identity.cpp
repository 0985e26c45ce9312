// SPDX-License-Identifier: Apache-2.0
//
// Accounts from a ConfigMap change while the pod runs: the sidecar writes them into the very files
// that are mounted, without ever emptying them, after the accounts of the image, which win.
#include "clusters/identity.h"

#include "api/meta.h"
#include "base/text.h"
#include "clusters/pod_parts.h"

namespace sluice::clusters {
namespace {

constexpr std::string_view kFiles = R"text(
container:
  name: accounts
  image: "${image}"
  restartPolicy: Always
  command:
    - /bin/sh
    - -ec
    - |
      trap 'exit 0' TERM
      mkdir -p -m 1777 /tmp
      while :; do
        for file in passwd group; do
          more=/identity/$file
          [ -e $more ] || more=/dev/null
          awk -F: 'NF > 1 && !known[$1]++' /etc/$file $more >/tmp/$file
          if ! cmp -s /tmp/$file /accounts/$file; then
            dd if=/tmp/$file of=/accounts/$file conv=notrunc status=none
            truncate -s "$(stat -c %s /tmp/$file)" /accounts/$file
          fi
        done
        touch /tmp/done
        sleep 5 & wait $!
      done
  startupProbe: {exec: {command: [test, -e, /tmp/done]}, periodSeconds: 1, failureThreshold: 60}
  volumeMounts:
    - {name: identity, mountPath: /identity, readOnly: true}
    - {name: accounts, mountPath: /accounts}
mounts:
  - {name: accounts, mountPath: /etc/passwd, subPath: passwd, readOnly: true}
  - {name: accounts, mountPath: /etc/group, subPath: group, readOnly: true}
volumes:
  - {name: identity, configMap: {name: "${identityObject}"}}
  - {name: accounts, emptyDir: {}}
)text";

// sssd wants its file to be its own, and finds certificates beside it.
constexpr std::string_view kSssd = R"(
container:
  name: sssd
  image: "${image}"
  restartPolicy: Always
  command:
    - /bin/sh
    - -ec
    - |
      mkdir -p -m 1777 /tmp
      mkdir -p /etc/sssd /var/log/sssd /run
      cp -L /identity/* /etc/sssd/
      chmod 0600 /etc/sssd/*
      cd /var/lib/sss
      mkdir -p db deskprofile gpo_cache keytabs mc pipes/private pubconf/krb5.include.d secrets
      chmod 0755 . mc pipes pubconf
      chmod 0700 db pipes/private
      rm -f pipes/nss /run/sssd.pid
      sed -E '/^(passwd|group|initgroups):/{/ sss/!s/$/ sss/}' /etc/nsswitch.conf >nsswitch.conf
      exec sssd -i --logger=stderr
  startupProbe: {exec: {command: [test, -S, /var/lib/sss/pipes/nss]}, periodSeconds: 1, failureThreshold: 120}
  volumeMounts:
    - {name: identity, mountPath: /identity, readOnly: true}
    - {name: sss, mountPath: /var/lib/sss}
mounts:
  - {name: sss, mountPath: /var/lib/sss}
  - {name: sss, mountPath: /etc/nsswitch.conf, subPath: nsswitch.conf, readOnly: true}
volumes:
  - {name: identity, secret: {secretName: "${identityObject}", defaultMode: 256}}
  - {name: sss, emptyDir: {}}
)";

void append(json::Value& list, const json::Array& more) {
  json::Array all = list.as_array();
  all.insert(all.end(), more.begin(), more.end());
  list = std::move(all);
}

Result<void> check_accounts(const json::Value& config, const std::string& field) {
  const std::string& passwd = config.at("data", "passwd").as_string();
  if (passwd.empty()) {
    return fail(Code::kInvalid, field + "it has no key \"passwd\" with lines as in /etc/passwd");
  }
  for (const std::string_view line : split(passwd, '\n')) {
    const auto parts = split(line, ':');
    if (trim(line).empty() || line.starts_with('#')) {
      continue;
    }
    if (parts.size() != 7) {
      return fail(Code::kInvalid,
                  field + "expected name:x:uid:gid:comment:home:shell in each line of \"passwd\"");
    }
    if (parts[1].size() > 1) {
      return fail(Code::kInvalid, field + "the line of " + std::string(parts[0]) +
                                      " in \"passwd\" has a password, and many may read a "
                                      "ConfigMap: write x instead");
    }
  }
  return {};
}

}  // namespace

void add_identity(const Cluster& cluster, const Values& values, json::Value& pod) {
  const Identity& identity = cluster.identity;
  if (identity.files.empty() && identity.sssd.empty()) {
    return;
  }
  Values all = values;
  all["identityObject"] = identity.files.empty() ? identity.sssd : identity.files;
  const json::Value parts = parse_text(identity.files.empty() ? kSssd : kFiles, all).front();
  for (const char* list : {"initContainers", "containers"}) {
    if (json::Value* containers = pod.find(list)) {
      for (json::Value& container : containers->array()) {
        append(container["volumeMounts"], parts.at("mounts").as_array());
      }
    }
  }
  append(pod["volumes"], parts.at("volumes").as_array());
  json::Array first{parts.at("container")};
  const json::Array& others = pod.at("initContainers").as_array();
  first.insert(first.end(), others.begin(), others.end());
  pod["initContainers"] = std::move(first);
}

Result<void> check_identity(client::Client& client, const Cluster& cluster) {
  const Identity& identity = cluster.identity;
  if (!identity.files.empty()) {
    const std::string field = "spec.identity.files.configMap: ";
    const auto found = client.get(api::kinds::config_map(), {cluster.ns, identity.files});
    return found ? check_accounts(**found, field)
                 : fail(found.error().code, field + found.error().message);
  }
  if (!identity.sssd.empty()) {
    const std::string field = "spec.identity.sssd.secret: ";
    const auto found = client.get(api::kinds::secret(), {cluster.ns, identity.sssd});
    if (!found) {
      return fail(found.error().code, field + found.error().message);
    }
    if ((*found)->at("data", "sssd.conf").as_string().empty()) {
      return fail(Code::kInvalid, field + "the Secret has no key \"sssd.conf\"");
    }
  }
  return {};
}

}  // namespace sluice::clusters
