// SPDX-License-Identifier: Apache-2.0
//
// slurmdbd. Its file has the database's password, so it is in a Secret, and is its user's alone. It
// listens when it has brought its tables to the form of its release, which takes hours in a large
// database and must not be cut short: a start has a day. Once it listens it is asked: one that does
// not answer though its database does is restarted. `sacctmgr show stats` asks slurmdbd and nobody
// else, with a configuration of its own. mariadb-admin waits for a server that stands still
// whatever it is told, but for SIGKILL.
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
      terminationGracePeriodSeconds: 120
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
                open() { ! command -v bash >/dev/null || timeout -s KILL 5 bash -c ": <>/dev/tcp/${databaseHost}/${databasePort}" 2>/dev/null; }
                until open && timeout -s KILL 5 mariadb-admin --no-defaults --protocol=tcp -h ${databaseHost} -P ${databasePort} ping >/dev/null 2>&1
                do sleep 0.05; done
              fi
              cat >/run/slurm/probe.conf <<END
              ClusterName=${name}
              SlurmctldHost=localhost
              SlurmUser=${user}
              AuthType=auth/${auth}
              CredType=cred/${auth}
              AccountingStorageType=accounting_storage/slurmdbd
              AccountingStorageHost=127.0.0.1
              AccountingStoragePort=${accountingPort}
              END
              export SLURM_CONF=/run/slurm/slurm.conf
              exec slurmdbd -D
          startupProbe: {tcpSocket: &door {host: "${probeHost}", port: ${accountingPort}}, periodSeconds: 1, failureThreshold: ${startTries}}
          readinessProbe: {tcpSocket: *door, periodSeconds: 15}
          livenessProbe:
            exec:
              command:
                - /bin/sh
                - -c
                - |
                  SLURM_CONF=/run/slurm/probe.conf timeout -s KILL 10 sacctmgr -nP show stats >/dev/null 2>&1 && exit 0
                  command -v sacctmgr >/dev/null || exit 0
                  command -v mariadb-admin >/dev/null || exit 1
                  ! timeout -s KILL 5 mariadb-admin --no-defaults --protocol=tcp -h ${databaseHost} -P ${databasePort} ping >/dev/null 2>&1
            periodSeconds: 30
            timeoutSeconds: 20
            failureThreshold: 3
            terminationGracePeriodSeconds: 30
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
