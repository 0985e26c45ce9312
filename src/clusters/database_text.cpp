// SPDX-License-Identifier: Apache-2.0
//
// MariaDB. The user's password is set whenever it starts: a new one needs a restart, nothing else.
#include "clusters/objects.h"

namespace sluice::clusters {

std::string_view database_text() {
  return R"(
apiVersion: v1
kind: Service
metadata: {name: ${name}-database}
spec:
  selector: {sluice.dev/slurm-cluster: "${name}", app.kubernetes.io/component: database}
  ports: [{name: mysql, port: ${databasePort}}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}-database}
spec:
  serviceName: ${name}-database
  replicas: 1
  selector: {matchLabels: {sluice.dev/slurm-cluster: "${name}", app.kubernetes.io/component: database}}
  persistentVolumeClaimRetentionPolicy: {whenDeleted: ${whenDeleted}, whenScaled: Retain}
  template:
    spec:
      containers:
        - name: mariadbd
          image: "${databaseImage}"
          command:
            - /bin/sh
            - -ec
            - |
              user=${databaseSystemUser}
              mkdir -p -m 1777 /tmp
              install -d -o $user -m 0700 /run/database /data/files
              if [ ! -e /data/initialised ]; then
                rm -rf /data/files
                install -d -o $user -m 0700 /data/files
                mariadb-install-db --no-defaults --user=$user --auth-root-authentication-method=normal \
                  --datadir=/data/files --skip-test-db --tmpdir=/tmp
                touch /data/initialised
              fi
              umask 077
              password=$(cat /keys/database-password)
              cat >/run/database/start.sql <<END
              create database if not exists slurm_acct_db;
              create user if not exists slurm@'%' identified by '$password';
              alter user slurm@'%' identified by '$password';
              grant all on slurm_acct_db.* to slurm@'%';
              END
              chown $user /run/database/start.sql
              exec mariadbd --no-defaults --user=$user --datadir=/data/files --socket=/run/database/socket \
                --pid-file=/run/database/pid --port=${databasePort} --bind-address=${bindAddress} --tmpdir=/tmp \
                --init-file=/run/database/start.sql --innodb-buffer-pool-size=128M --innodb-log-file-size=64M \
                --innodb-lock-wait-timeout=900 --skip-name-resolve --skip-log-bin
          startupProbe: {tcpSocket: &door {host: "${probeHost}", port: ${databasePort}}, periodSeconds: 1, failureThreshold: 600}
          readinessProbe: {tcpSocket: *door, periodSeconds: 15}
          volumeMounts:
            - {name: keys, mountPath: /keys, readOnly: true}
            - {name: data, mountPath: /data}
  volumeClaimTemplates:
    - metadata: {name: data}
)";
}

}  // namespace sluice::clusters
