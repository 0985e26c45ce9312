// SPDX-License-Identifier: Apache-2.0
//
// slurmdbd. Its file has the database's password, so it is in a Secret, and is its user's alone.
#include "clusters/objects.h"

namespace sluice::clusters {

std::string_view accounting_text() {
  return R"(
apiVersion: v1
kind: Service
metadata: {name: ${name}-accounting}
spec:
  selector: {sluice.dev/slurm-cluster: "${name}", app.kubernetes.io/component: accounting}
  ports: [{name: slurmdbd, port: ${accountingPort}}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}-accounting}
spec:
  serviceName: ${name}-accounting
  replicas: 1
  selector: {matchLabels: {sluice.dev/slurm-cluster: "${name}", app.kubernetes.io/component: accounting}}
  template:
    spec:
      initContainers:
        - name: munged
          command: [munged]
      containers:
        - name: slurmdbd
          image: "${image}"
          command:
            - /bin/sh
            - -ec
            - |
              trap 'exit 143' TERM
              mkdir -p -m 1777 /tmp
              install -d -o ${user} -m 0755 /run/slurm
              install -o ${user} -m 0600 /keys/jwt.key /run/slurm/jwt.key
              install -o ${user} -m 0600 /slurmdbd/slurmdbd.conf /run/slurm/slurmdbd.conf
              ${authentic}
              if command -v mariadb-admin >/dev/null; then
                until mariadb-admin --no-defaults --protocol=tcp -h ${databaseHost} -P ${databasePort} ping >/dev/null 2>&1
                do sleep 0.1; done
              fi
              export SLURM_CONF=/run/slurm/slurm.conf
              exec slurmdbd -D
          startupProbe: {tcpSocket: &door {host: "${probeHost}", port: ${accountingPort}}, periodSeconds: 1, failureThreshold: 600}
          readinessProbe: {tcpSocket: *door, periodSeconds: 15}
          volumeMounts:
            - {name: munge, mountPath: /run/munge}
            - {name: keys, mountPath: /keys, readOnly: true}
            - {name: slurmdbd, mountPath: /slurmdbd, readOnly: true}
      volumes:
        - name: slurmdbd
          secret: {secretName: "${name}-slurmdbd", defaultMode: 256}
)";
}

}  // namespace sluice::clusters
