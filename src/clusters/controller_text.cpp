// SPDX-License-Identifier: Apache-2.0
//
// slurmctld. Each program puts its key where it wants it whenever it starts, so that a lost file
// is back after a restart. The first slurmctld of a cluster waits for accounting, from which it
// learns what resources there are; later ones know and do not. Configuration that a running
// slurmctld can take over changes in place, and the container `reconfigure` tells it, and through
// it the nodes; once also when it starts, since nobody knows what they were told before. It is
// ready when slurmctld has taken over what lies in the pod. Of two slurmctlds each pod asks after
// its own.
#include "clusters/objects.h"

namespace sluice::clusters {

std::string_view controller_text() {
  return R"(
apiVersion: v1
kind: Service
metadata: {name: ${name}-controller}
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector: {sluice.dev/slurm-cluster: "${name}", app.kubernetes.io/component: controller}
  ports: [{name: slurmctld, port: ${controllerPort}}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}-controller}
spec:
  serviceName: ${name}-controller
  replicas: ${controllers}
  podManagementPolicy: Parallel
  selector: {matchLabels: {sluice.dev/slurm-cluster: "${name}", app.kubernetes.io/component: controller}}
  persistentVolumeClaimRetentionPolicy: {whenDeleted: ${whenDeleted}, whenScaled: Retain}
  template:
    spec:
      initContainers:
        - name: munged
          command: [munged]
      containers:
        - name: slurmctld
          image: "${image}"
          command:
            - /bin/sh
            - -ec
            - |
              mkdir -p -m 1777 /tmp
              install -d -o ${user} -m 0755 /run/slurm /var/spool/slurmctld
              install -o ${user} -m 0600 /keys/jwt.key /run/slurm/jwt.key
              until munge -n >/dev/null 2>&1; do sleep 0.1; done
              if grep -q ^AccountingStorageHost= /etc/slurm/slurm.conf; then
                until [ -e /var/spool/slurmctld/assoc_mgr_state ] || sacctmgr -nP list cluster >/dev/null 2>&1
                do sleep 0.2; done
              fi
              exec slurmctld -D
          startupProbe: {tcpSocket: {host: "${probeHost}", port: ${controllerPort}}, periodSeconds: 1, failureThreshold: 600}
          readinessProbe: {exec: {command: &ping [/bin/sh, -c, "scontrol ping | grep -qF \" at $(uname -n) is UP\""]}, periodSeconds: 15, timeoutSeconds: 10}
          livenessProbe: {exec: {command: *ping}, periodSeconds: 20, timeoutSeconds: 15, failureThreshold: 4}
          volumeMounts:
            - {name: munge, mountPath: /run/munge}
            - {name: keys, mountPath: /keys, readOnly: true}
            - {name: config, mountPath: /etc/slurm, readOnly: true}
            - {name: state, mountPath: /var/spool/slurmctld}
        - name: reconfigure
          image: "${image}"
          command:
            - /bin/sh
            - -c
            - |
              trap 'exit 0' TERM
              mkdir -p /run
              last=
              pause=0.2
              while :; do
                now=$(readlink /etc/slurm/..data)
                if [ "$now" != "$last" ] && scontrol reconfigure; then
                  last=$now pause=2
                  echo "$now" >/run/taken-over
                  echo "slurmctld has taken over the new configuration"
                fi
                sleep $pause & wait $!
              done
          startupProbe:
            exec: {command: &taken_over [/bin/sh, -c, "readlink /etc/slurm/..data | grep -qxFf /run/taken-over"]}
            periodSeconds: 1
            timeoutSeconds: 10
            failureThreshold: 600
          readinessProbe:
            exec: {command: *taken_over}
            periodSeconds: 5
            timeoutSeconds: 10
            failureThreshold: 1
          volumeMounts:
            - {name: munge, mountPath: /run/munge}
            - {name: config, mountPath: /etc/slurm, readOnly: true}
  volumeClaimTemplates:
    - metadata: {name: state}
)";
}

}  // namespace sluice::clusters
