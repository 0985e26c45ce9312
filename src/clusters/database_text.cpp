// SPDX-License-Identifier: Apache-2.0
//
// MariaDB. Who may log in is set whenever it starts, so that a new password needs a restart and
// nothing else, and a database of an earlier version is closed like a new one: `slurm` with the
// password, and root through the socket in the pod alone. It is initialised beside its place, so
// that what lies in its place is a whole database and is never removed.
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
              install -d -o $user -m 0700 /run/database
              if [ ! -d /data/files/mysql ]; then
                rm -rf /data/new
                install -d -o $user -m 0700 /data/new
                mariadb-install-db --no-defaults --user=$user --auth-root-authentication-method=socket \
                  --datadir=/data/new --skip-test-db --tmpdir=/tmp
                sync
                if [ -d /data/files ]; then rmdir /data/files; fi
                mv /data/new /data/files
              fi
              umask 077
              password=$(cat /keys/database-password)
              cat >/run/database/start.sql <<END
              create database if not exists slurm_acct_db;
              create user if not exists slurm@'%' identified by '$password';
              alter user slurm@'%' identified by '$password';
              grant all on slurm_acct_db.* to slurm@'%';
              drop database if exists test;
              delete from mysql.db where db like 'test%';
              delete from mysql.global_priv where user = '' or (user = 'root' and host <> 'localhost');
              flush privileges;
              alter user if exists root@localhost identified via unix_socket;
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
