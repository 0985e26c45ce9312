// SPDX-License-Identifier: Apache-2.0
//
// MariaDB. Who may log in is set whenever it starts, so that a new password needs a restart and
// nothing else, and a database of an earlier version is closed like a new one: `slurm` with the
// password, and root through the socket in the pod alone. It is initialised beside its place, so
// that what lies in its place is a whole database and is never removed: then it need not reach the
// disk piece by piece, but all of it before it is put there. On one processor: with several, one
// thread of MariaDB 10.11 often misses what another tells it, and looks again a second later. A
// backup that lies ready is taken before anybody can connect (clusters/backup.h). Its user may have
// had another number in another image. It listens when all of that is done, and a large backup
// takes hours: a start has a day. Once it listens, one that does not answer is restarted.
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
      terminationGracePeriodSeconds: 120
      containers:
        - name: mariadbd
          image: "${databaseImage}"
          command:
            - /bin/sh
            - -ec
            - |
              trap 'exit 143' TERM
              user=${databaseSystemUser}
              mkdir -p -m 1777 /tmp
              chmod a+x /data
              install -d -o $user -m 0700 /run/database
              if [ ! -d /data/files/mysql ]; then
                rm -rf /data/new
                install -d -o $user -m 0700 /data/new
                processor=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
                on_one="taskset -c $processor"
                $on_one true 2>/dev/null || on_one=
                $on_one mariadb-install-db --no-defaults --user=$user --auth-root-authentication-method=socket \
                  --datadir=/data/new --skip-test-db --tmpdir=/tmp --innodb-log-file-size=64M --debug-no-sync
                sync -f /data/new
                if [ -d /data/files ]; then rmdir /data/files; fi
                mv /data/new /data/files
              fi
              find /data/files ! -user $user -exec chown -h $user {} +
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
              if [ -e /data/restore.sql.gz ]; then
                own="--no-defaults --socket=/run/database/restore"
                mariadbd $own --user=$user --datadir=/data/files --skip-networking --pid-file=/run/database/restore.pid \
                  --tmpdir=/tmp --innodb-log-file-size=64M &
                until mariadb-admin $own --user=root ping >/dev/null 2>&1; do sleep 0.2; done
                if [ ! -e /data/restoring ]; then
                  mariadb-dump $own --user=root slurm_acct_db >/data/before.sql
                  touch /data/restoring
                fi
                mariadb $own --user=root -e 'drop database if exists slurm_acct_db; create database slurm_acct_db'
                gunzip -c /data/restore.sql.gz | mariadb $own --user=root slurm_acct_db
                mariadb-admin $own --user=root shutdown
                wait $!
                sync
                rm -f /data/restore.sql.gz /data/restoring
                echo "the database is that of the backup"
              fi
              exec mariadbd --no-defaults --user=$user --datadir=/data/files --socket=/run/database/socket \
                --pid-file=/run/database/pid --port=${databasePort} --bind-address=${bindAddress} --tmpdir=/tmp \
                --init-file=/run/database/start.sql --innodb-buffer-pool-size=128M --innodb-log-file-size=64M \
                --innodb-lock-wait-timeout=900 --skip-name-resolve --skip-log-bin
          startupProbe: {tcpSocket: &door {host: "${probeHost}", port: ${databasePort}}, periodSeconds: 1, failureThreshold: ${startTries}}
          readinessProbe: {tcpSocket: *door, periodSeconds: 15}
          livenessProbe:
            exec: {command: [/bin/sh, -c, "timeout -s KILL 10 mariadb-admin --no-defaults --socket=/run/database/socket --user=root ping >/dev/null"]}
            periodSeconds: 15
            timeoutSeconds: 12
            failureThreshold: 4
            terminationGracePeriodSeconds: 30
          volumeMounts:
            - {name: keys, mountPath: /keys, readOnly: true}
            - {name: data, mountPath: /data}
  volumeClaimTemplates:
    - metadata: {name: data}
)";
}

}  // namespace sluice::clusters
