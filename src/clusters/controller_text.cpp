// SPDX-License-Identifier: Apache-2.0
//
// slurmctld. Each program puts its key where it wants it whenever it starts, so that a lost file is
// back after a restart. The first slurmctld of a cluster waits for accounting, from which it learns
// what resources there are; later ones know and do not. slurmdbd listens when it has its database;
// where there is no bash to see that, sacctmgr tells, which takes longer. Configuration that a
// running slurmctld can take over changes in place, and the container `reconfigure` tells it, and
// through it the nodes; once also when it starts, since nobody knows what they were told before. It
// asks whether slurmctld is there before, for scontrol itself tries once a second. It is ready when
// slurmctld has taken over what lies in the pod. Probes of a start wait for what they look for,
// since the next would come a second later, and ask whether anybody listens before they ask who.
// slurmctld is asked once in an interval: whether it is ready; when that was the last time tells
// whether it lives. Of two slurmctlds each pod asks after its own and no other, which may be the
// one that hangs. Before the first of them ends, the second takes over, if the first still answers:
// one that does not might go on writing. The pod stays until the second is in control, which else
// would grasp for it whenever the first is silent, or has been silent itself for seconds, for then
// it goes too. A lock beside the state sees to it that a pod that was given up but runs on does not
// share it with its successor. A backup that lies ready is taken by the first, before it starts
// (clusters/backup.h), and a second that starts waits for that; cut short, it begins again, and
// what was there before is moved aside once. The state becomes its user's, who may have been
// another, or have had another number in another image. One that never answered has nothing to
// save, and may wait for a slurmdbd that is gone: it is not waited for when the pod ends.
#include "clusters/objects.h"

namespace sluice::clusters {

std::string_view controller_text() {
  return R"text(
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
      terminationGracePeriodSeconds: 120
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
              trap 'exit 143' TERM
              mkdir -p -m 1777 /tmp
              install -d -o ${user} -m 0755 /run/slurm /var/spool/slurmctld
              install -o ${user} -m 0600 /keys/jwt.key /run/slurm/jwt.key
              ${authentic}
              if grep -q ^AccountingStorageHost= /etc/slurm/slurm.conf; then
                until [ -e /var/spool/slurmctld/assoc_mgr_state ] ||
                  bash -c ": <>/dev/tcp/${accountingHost}/${accountingPort}" 2>/dev/null ||
                  sacctmgr -nP list cluster >/dev/null 2>&1
                do sleep 0.05; done
              fi
              sed "/^SlurmctldHost=/{/=$(uname -n)(/!d}" /etc/slurm/slurm.conf >/run/slurm/own.conf
              sed "/^SlurmctldHost=/{/=[^(]*-1(/!d}" /etc/slurm/slurm.conf >/run/slurm/second.conf
              rm -f /run/slurm/leaving /run/slurm/handed-over /run/slurm/answered
              exec 9>>"/var/spool/slurmctld/lock-$(uname -n)"
              flock -n 9 || { echo "another slurmctld has the state: waiting until it ends" >&2; flock 9 & wait $!; }
              case $(uname -n) in
                *-0)
                  cd /var/spool/slurmctld
                  if [ -e .restore.tar.gz ]; then
                    rm -rf .restored && mkdir .restored && tar -C .restored -xpzf .restore.tar.gz
                    mkdir -p .before
                    if [ ! -e .before/all ]; then
                      for old in *; do case $old in lock-*|"*") ;; *) rm -rf ".before/$old"; mv "$old" .before/ ;; esac; done
                      touch .before/all
                    fi
                    cp -a .restored/. .
                    chown -R ${user} .
                    sync
                    rm -rf .restore.tar.gz .restored .before/all
                    echo "the state is that of the backup"
                  fi
                  cd / ;;
                *) while [ -e /var/spool/slurmctld/.restore.tar.gz ]; do sleep 0.5; done ;;
              esac
              find /var/spool/slurmctld -ignore_readdir_race ! -user ${user} -exec chown -h ${user} {} + || true
              slurmctld -D 9>&- &
              child=$!
              echo $child >/run/slurm/child
              trap 'kill -TERM $child; [ -e /run/slurm/answered ] || { sleep 5; kill -KILL $child; } & wait $child; exit 0' TERM
              code=0
              wait $child || code=$?
              while [ -e /run/slurm/leaving ] && [ ! -e /run/slurm/handed-over ]; do sleep 0.1; done
              exit $code
          terminationMessagePolicy: FallbackToLogsOnError
          lifecycle:
            preStop:
              exec:
                command:
                  - /bin/sh
                  - -c
                  - |
                    case $(uname -n) in *-0) ;; *) exit 0 ;; esac
                    all=$(scontrol ping)
                    case $all in *" at $(uname -n) is UP"*" is UP"*) ;; *) exit 0 ;; esac
                    touch /run/slurm/leaving
                    scontrol takeover 1
                    export SLURM_CONF=/run/slurm/second.conf
                    tries=0
                    silent=0
                    while [ $tries -lt 50 ] && [ $silent -lt 25 ]; do
                      if ! scontrol ping | grep -q " is UP"; then silent=$((silent + 1))
                      elif sinfo -h >/dev/null 2>&1; then break
                      fi
                      tries=$((tries + 1))
                      sleep 0.2
                    done
                    touch /run/slurm/handed-over
          startupProbe:
            exec: {command: [/bin/sh, -c, "for i in $(seq 100); do ${listens} && ${ping} && touch /run/slurm/answered && exit 0; sleep 0.05; done; exit 1"]}
            periodSeconds: 1
            timeoutSeconds: 30
            failureThreshold: 600
          readinessProbe: {exec: {command: [/bin/sh, -c, "${ping} && touch /run/slurm/answered"]}, periodSeconds: 15, timeoutSeconds: 10}
          livenessProbe:
            exec: {command: [/bin/sh, -c, "[ $(($(date +%s) - $(stat -c %Y /run/slurm/answered))) -lt 20 ]"]}
            periodSeconds: 15
            timeoutSeconds: 12
            failureThreshold: 3
            terminationGracePeriodSeconds: 30
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
              rm -f /run/taken-over
              pause=0.05
              while :; do
                now=$(readlink /etc/slurm/..data)
                if ! grep -qsxF "$now" /run/taken-over && ${listens} && scontrol ping 2>/dev/null | grep -q " is UP" && scontrol reconfigure; then
                  pause=5
                  echo "$now" >/run/taken-over
                  echo "slurmctld has taken over the new configuration"
                fi
                sleep $pause & wait $!
              done
          startupProbe:
            exec: {command: [/bin/sh, -c, "for i in $(seq 100); do readlink /etc/slurm/..data | grep -qsxFf /run/taken-over && exit 0; sleep 0.05; done; exit 1"]}
            periodSeconds: 1
            timeoutSeconds: 20
            failureThreshold: 120
          readinessProbe:
            exec: {command: [/bin/sh, -c, "readlink /etc/slurm/..data | grep -qxFf /run/taken-over"]}
            periodSeconds: 5
            timeoutSeconds: 10
            failureThreshold: 1
          volumeMounts:
            - {name: munge, mountPath: /run/munge}
            - {name: config, mountPath: /etc/slurm, readOnly: true}
  volumeClaimTemplates:
    - metadata: {name: state}
)text";
}

}  // namespace sluice::clusters
