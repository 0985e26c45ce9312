// SPDX-License-Identifier: Apache-2.0
//
// slurmrestd: nobody, with the tokens of those who ask, and so without munge. It is in a pod
// already and may not, need not, leave the machine's namespaces itself. It does not heed SIGTERM as
// the first process of a container, so the shell stays that. That it lives is told by any answer,
// also that who asks has no token: then it asks nobody else. Where there is no bash nobody asks.
#include "clusters/objects.h"

namespace sluice::clusters {

std::string_view rest_text() {
  return R"(
apiVersion: v1
kind: Service
metadata: {name: ${name}-rest}
spec:
  selector: {sluice.dev/slurm-cluster: "${name}", app.kubernetes.io/component: rest}
  ports: [{name: slurmrestd, port: ${restPort}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}-rest}
spec:
  replicas: ${restReplicas}
  selector: {matchLabels: {sluice.dev/slurm-cluster: "${name}", app.kubernetes.io/component: rest}}
  strategy: {type: Recreate}
  template:
    spec:
      containers:
        - name: slurmrestd
          image: "${image}"
          securityContext: {runAsUser: 65534, runAsGroup: 65534}
          env:
            - {name: SLURM_JWT, value: daemon}
            - {name: SLURMRESTD_SECURITY, value: "disable_unshare_sysv,disable_unshare_files"}
          command:
            - /bin/sh
            - -ec
            - |
              if grep -q ^AccountingStorageHost= /etc/slurm/slurm.conf; then set --
              elif [ -e /usr/lib/slurm/openapi_v0_0_38.so ] || ls /usr/lib/*/slurm*/openapi_v0_0_38.so >/dev/null 2>&1
              then set -- -s openapi/v0.0.38,openapi/v0.0.37,openapi/v0.0.36
              else set -- -s slurmctld
              fi
              slurmrestd -a rest_auth/jwt "$@" ${bindAddress}:${restPort} &
              trap 'kill $!; exit 0' TERM
              wait $!
          startupProbe: {tcpSocket: &door {host: "${probeHost}", port: ${restPort}}, periodSeconds: 1, failureThreshold: 600}
          readinessProbe: {tcpSocket: *door, periodSeconds: 15}
          livenessProbe:
            exec:
              command:
                - /bin/sh
                - -c
                - |
                  command -v bash >/dev/null || exit 0
                  exec timeout -s KILL 10 bash -c 'exec 3<>/dev/tcp/${ownAddress}/${restPort} || exit 1
                    printf "GET /openapi/v3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" >&3
                    read -r line <&3
                    case $line in HTTP/*) exit 0 ;; *) exit 1 ;; esac'
            periodSeconds: 30
            timeoutSeconds: 12
            failureThreshold: 3
          volumeMounts:
            - {name: config, mountPath: /etc/slurm, readOnly: true}
)";
}

}  // namespace sluice::clusters
