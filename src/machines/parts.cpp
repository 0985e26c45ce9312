// SPDX-License-Identifier: Apache-2.0
//
// What the roles are made of. No text of ours may hold two braces in a row or a brace beside % or
// #: cloud-init would take them for templates.
#include "machines/parts.h"

#include <array>

#include "base/result.h"

namespace sluice::machines {
namespace {

constexpr std::array kMungeFiles{PartFile{"/etc/munge/munge.key", 0400, "@munge_key@"}};
constexpr Part kMunge{
    .name = "munge",
    .when = "munge_key",
    .debian = "munge",
    .redhat = "munge",
    .files = kMungeFiles,
    .setup = R"(chown -R munge:munge /etc/munge
chmod 0700 /etc/munge
systemctl enable munge
systemctl restart munge
)",
    .unit = "munge.service",
    .probe = "munge -n | unmunge >/dev/null",
};

// Instead of munge. slurmd runs as root, slurmctld does not.
constexpr std::array kSlurmKeyFiles{PartFile{"/etc/slurm/slurm.key", 0400, "@slurm_key@"}};
constexpr Part kControllerKey{
    .name = "slurm-key",
    .when = "slurm_key",
    .files = kSlurmKeyFiles,
    .setup = "chown '@slurm_user@:' /etc/slurm/slurm.key\n",
};
constexpr Part kWorkerKey{
    .name = "slurm-key",
    .when = "slurm_key",
    .files = kSlurmKeyFiles,
};

// Of several controllers, one whose slurmctld is dead gives the address away; a single one keeps
// it, for its agent.
constexpr std::array kKeepalivedFiles{PartFile{"/etc/keepalived/keepalived.conf", 0600,
                                               R"(global_defs {
    enable_script_security
    script_user root
}
vrrp_script slurmctld {
    script "/usr/bin/systemctl is-active --quiet slurmctld"
    interval 2
    fall 3
    rise 1
    weight -50
}
vrrp_instance @cluster@ {
    state BACKUP
    interface @vip_interface@
    virtual_router_id @vip_router@
    priority @vip_priority@
    advert_int 1
    virtual_ipaddress {
        @controller@/@vip_prefix@
    }
    track_script {
        slurmctld
    }
}
)"}};
constexpr Part kKeepalived{
    .name = "keepalived",
    .when = "vip_interface",
    .debian = "keepalived",
    .redhat = "keepalived",
    .files = kKeepalivedFiles,
    .setup = R"(systemctl enable keepalived
systemctl restart keepalived
)",
    .unit = "keepalived.service",
    .probe = "systemctl is-active --quiet keepalived",
};

constexpr std::array kNfsServerFiles{
    PartFile{"/etc/exports.d/sluice.exports", 0644,
             "@shared@ @shared_clients@(rw,sync,no_subtree_check)\n"}};
constexpr Part kNfsServer{
    .name = "nfs-server",
    .when = "exported",
    .debian = "nfs-kernel-server",
    .redhat = "nfs-utils",
    .files = kNfsServerFiles,
    .setup = R"(install -d -m 1777 '@shared@'
systemctl enable nfs-server
systemctl restart nfs-server
exportfs -ra
)",
    .unit = "nfs-server.service",
    .probe = "exportfs | grep -q '^@shared@'",
};

// Mounted when somebody looks: the server may come later than this machine.
constexpr std::array kNfsClientFiles{PartFile{"/etc/systemd/system/@shared_unit@.mount", 0644,
                                              R"([Unit]
Description=What the machines of @cluster@ share
Wants=network-online.target
After=network-online.target

[Mount]
What=@shared_server@:@shared@
Where=@shared@
Type=nfs
Options=hard,_netdev
)"},
                                     PartFile{"/etc/systemd/system/@shared_unit@.automount", 0644,
                                              R"([Unit]
Description=What the machines of @cluster@ share, when somebody looks

[Automount]
Where=@shared@

[Install]
WantedBy=multi-user.target
)"}};
constexpr Part kNfsClient{
    .name = "nfs-client",
    .when = "mounted",
    .debian = "nfs-common",
    .redhat = "nfs-utils",
    .files = kNfsClientFiles,
    .setup = R"(systemctl daemon-reload
systemctl enable --now '@shared_unit@.automount'
)",
    .unit = "@shared_unit@.automount",
    .probe = "mountpoint -q '@shared@'",
};

constexpr Part kMpich{
    .name = "mpich",
    .when = "mpich",
    .debian = "mpich",
    .redhat = "mpich mpich-devel",
};

constexpr Part kSlurmUser{
    .name = "slurm-user",
    .setup =
        R"(getent passwd '@slurm_user@' >/dev/null || useradd --system --user-group --no-create-home --shell /sbin/nologin '@slurm_user@'
install -d -o '@slurm_user@' -g $(id -g '@slurm_user@') -m 0755 /var/log/slurm
)",
};

// Slurm's programs take a list of nodes, and no options.
constexpr std::array kPowerFiles{
    PartFile{"/etc/sluice/power.kubeconfig", 0400, "@power_kubeconfig@"},
    PartFile{"/etc/sluice/resume", 0755, R"(#!/bin/sh
exec /usr/local/bin/sluice resume --kubeconfig /etc/sluice/power.kubeconfig --namespace '@namespace@' --like '@power_pattern@' "$1"
)"},
    PartFile{"/etc/sluice/suspend", 0755, R"(#!/bin/sh
exec /usr/local/bin/sluice suspend --kubeconfig /etc/sluice/power.kubeconfig --namespace '@namespace@' --like '@power_pattern@' "$1"
)"},
    PartFile{"/etc/sluice/resume-failed", 0755, R"(#!/bin/sh
exec /usr/local/bin/sluice suspend --failed --kubeconfig /etc/sluice/power.kubeconfig --namespace '@namespace@' --like '@power_pattern@' "$1"
)"}};
constexpr Part kPowerSaving{
    .name = "power-saving",
    .when = "power_kubeconfig",
    .files = kPowerFiles,
    .setup = "chown '@slurm_user@:' /etc/sluice/power.kubeconfig\n",
};

constexpr std::array kSlurmctldFiles{
    PartFile{"/etc/slurm/slurm.conf", 0644, "@slurm_conf@"},
    PartFile{"/etc/systemd/system/slurmctld.service.d/10-sluice.conf", 0644,
             R"([Unit]
@needs_of_slurm@ConditionPathExists=!/var/lib/sluice/agent/leaving

[Service]
@starts_as_root@Restart=on-failure
RestartSec=5
)"}};
// Its owner may be out of our reach where it is mounted from elsewhere.
constexpr Part kSlurmState{
    .name = "slurm-state",
    .when = "own_state",
    .setup =
        R"(install -d -o '@slurm_user@' -g $(id -g '@slurm_user@') -m 0700 '@own_state@' || test -d '@own_state@'
)",
};
constexpr Part kSlurmctld{
    .name = "slurmctld",
    .debian = "slurmctld slurm-client",
    .redhat = "slurm-slurmctld slurm",
    .files = kSlurmctldFiles,
    .setup = R"(systemctl daemon-reload
systemctl enable slurmctld
systemctl restart slurmctld
)",
    .unit = "slurmctld.service",
    .after = "munge keepalived",
    .probe = "scontrol ping | grep -q UP",
};

// slurmd registers under the name of its host. The Machine has the name of the node: under another
// one nobody would find it when it is deleted, nor its jobs.
// It has no slurm.conf: the controller sends it. The file that it must not find is written by the
// agent (agent/orders.cpp) when the node leaves. Slurm before 24.05 gives up at once when no
// controller answers, so that it is started again and again.
constexpr std::array kSlurmdFiles{PartFile{"/etc/systemd/system/slurmd.service.d/10-sluice.conf",
                                           0644,
                                           R"([Unit]
@needs_of_slurm@ConditionPathExists=
ConditionPathExists=!/var/lib/sluice/agent/leaving

[Service]
Type=simple
ExecStart=
ExecStart=/usr/sbin/slurmd -D @slurmd_as@
Restart=always
RestartSec=5
)"}};
constexpr Part kSlurmd{
    .name = "slurmd",
    .debian = "slurmd slurm-client",
    .redhat = "slurm-slurmd slurm",
    .files = kSlurmdFiles,
    .setup = R"(named=$(uname -n | cut -d . -f 1)
if [ "$named" != '@node@' ]; then
  echo "sluice: this machine is called $named, and Slurm would know it as that instead of "'@node@' >&2
  echo "sluice: expected an image whose cloud-init or Ignition sets the host name" >&2
  exit 1
fi
install -d -m 0755 /var/spool/slurmd
systemctl daemon-reload
systemctl enable slurmd
systemctl restart slurmd
)",
    .unit = "slurmd.service",
    .after = "munge nfs-client",
    .probe =
        "scontrol --oneliner show node '@node@' | grep State= | grep -Evq 'NOT_RESPONDING|UNKNOWN'",
};

// Where distributions have no kubelet.
constexpr std::array kRepositoryFiles{
    PartFile{"/etc/apt/keyrings/sluice-kubernetes.asc", 0644, "@repository_key@", "apt_repository"},
    PartFile{"/etc/apt/sources.list.d/sluice-kubernetes.list", 0644,
             "deb [signed-by=/etc/apt/keyrings/sluice-kubernetes.asc] @apt_repository@ /\n",
             "apt_repository"},
    PartFile{"/etc/pki/rpm-gpg/sluice-kubernetes.asc", 0644, "@repository_key@", "yum_repository"},
    PartFile{"/etc/yum.repos.d/sluice-kubernetes.repo", 0644, R"([sluice-kubernetes]
name=Kubernetes
baseurl=@yum_repository@
enabled=1
gpgcheck=1
gpgkey=file:///etc/pki/rpm-gpg/sluice-kubernetes.asc
)",
             "yum_repository"}};
constexpr Part kRepository{
    .name = "kubernetes-repository",
    .when = "repository_key",
    .files = kRepositoryFiles,
};

// That of packages has control groups of its own, beside the kubelet's of systemd, and looks for
// network plugins elsewhere than they put themselves.
constexpr Part kContainerdConfig{
    .name = "containerd-config",
    .when = "configures_containerd",
    .setup = R"(install -d /etc/containerd
containerd config default | sed 's/SystemdCgroup = false/SystemdCgroup = true/' >/etc/containerd/config.toml
)",
};

constexpr Part kContainerd{
    .name = "containerd",
    .debian = "containerd",
    .redhat = "containerd",
    .setup = R"(systemctl enable containerd
systemctl restart containerd
)",
    .unit = "containerd.service",
    .probe = "test -S /run/containerd/containerd.sock",
};

constexpr std::array kKubeletFiles{
    PartFile{"/etc/kubernetes/bootstrap-kubelet.conf", 0600, "@kubeconfig@"},
    PartFile{"/etc/kubernetes/pki/ca.crt", 0644, "@kubelet_authority@"},
    PartFile{"/var/lib/kubelet/config.yaml", 0644,
             R"(apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication:
  anonymous:
    enabled: false
  webhook:
    enabled: true
  x509:
    clientCAFile: /etc/kubernetes/pki/ca.crt
authorization:
  mode: Webhook
@cluster_dns@clusterDomain: @cluster_domain@
cgroupDriver: systemd
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
rotateCertificates: true
)"},
    PartFile{"/etc/systemd/system/kubelet.service.d/10-sluice.conf", 0644,
             R"([Unit]
Wants=containerd.service
After=containerd.service

[Service]
ExecStart=
ExecStart=/usr/bin/kubelet --bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf --config=/var/lib/kubelet/config.yaml@kubelet_flags@
Restart=always
RestartSec=10
)"}};
constexpr Part kKubelet{
    .name = "kubelet",
    .debian = "@kubelet_packages@",
    .redhat = "@kubelet_packages@",
    .files = kKubeletFiles,
    .setup = R"(systemctl daemon-reload
systemctl enable kubelet
systemctl restart kubelet
)",
    .unit = "kubelet.service",
    .after = "containerd",
    .probe = "curl --silent --fail http://127.0.0.1:10248/healthz >/dev/null",
};

// Of a machine that begins with Slurm and may change: the agent starts and stops them.
constexpr Part standby(Part part, std::string_view when, std::string_view setup) {
  part.when = when;
  part.setup = setup;
  part.standby = true;
  return part;
}
constexpr Part kStandbyContainerd =
    standby(kContainerd, "kubelet", "systemctl disable --now containerd\n");
constexpr Part kStandbyKubelet = standby(kKubelet, "kubelet", R"(systemctl daemon-reload
systemctl disable --now kubelet
)");

// Its pods outlive it, as those of every kubelet.
constexpr std::array kSluiceKubeletFiles{PartFile{"/etc/systemd/system/sluice-kubelet.service",
                                                  0644,
                                                  R"([Unit]
Description=Sluice kubelet, while this machine runs Kubernetes
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/local/bin/sluice kubelet --kubeconfig /etc/sluice/kubeconfig --home /var/lib/sluice/kubelet --executor local "--node-name=@node@"
KillMode=process
Delegate=yes
Restart=always
RestartSec=5
)"}};
constexpr Part kSluiceKubelet{
    .name = "sluice-kubelet",
    .when = "sluice_kubelet",
    .files = kSluiceKubeletFiles,
    .setup = R"(systemctl daemon-reload
)",
    .unit = "sluice-kubelet.service",
    .probe = "systemctl is-active --quiet sluice-kubelet",
    .standby = true,
};

constexpr Part kAgentProgram{
    .name = "agent-program",
    .when = "agent_url",
    .debian = "curl",
    .redhat = "curl",
    .setup =
        R"(curl --fail --silent --show-error --location --retry 5 --output /usr/local/bin/sluice.new '@agent_url@'
echo '@agent_sha256@  /usr/local/bin/sluice.new' | sha256sum --check --quiet
chmod 0755 /usr/local/bin/sluice.new
mv /usr/local/bin/sluice.new /usr/local/bin/sluice
)",
};

constexpr std::array kAgentFiles{
    PartFile{"/etc/sluice/agent.yaml", 0600, "@agent_config@"},
    PartFile{"/etc/sluice/kubeconfig", 0600, "@kubeconfig@", "registers"},
    PartFile{"/etc/sluice/agent.crt", 0644, "@agent_certificate@", "agent_certificate"},
    PartFile{"/etc/sluice/agent.key", 0600, "@agent_key@", "agent_certificate"},
    PartFile{"/etc/sluice/agents-authority.crt", 0644, "@agent_authority@", "agent_certificate"},
    PartFile{"/etc/systemd/system/sluice-agent.service", 0644,
             R"([Unit]
Description=Sluice agent
Wants=network-online.target
After=network-online.target
ConditionFileIsExecutable=/usr/local/bin/sluice

[Service]
ExecStart=/usr/local/bin/sluice agent --config /etc/sluice/agent.yaml
Restart=always
RestartSec=5

[Install]
WantedBy=multi-user.target
)"}};
constexpr Part kAgent{
    .name = "agent",
    .files = kAgentFiles,
    .setup = R"(systemctl daemon-reload
systemctl enable sluice-agent
systemctl restart sluice-agent
)",
};

constexpr std::array kSlurmControllerParts{kMunge,      kKeepalived, kNfsServer,     kNfsClient,
                                           kMpich,      kSlurmUser,  kControllerKey, kPowerSaving,
                                           kSlurmState, kSlurmctld,  kAgentProgram,  kAgent};
constexpr std::array kSlurmWorkerParts{kMunge,          kNfsClient,        kMpich,
                                       kSlurmUser,      kWorkerKey,        kSlurmd,
                                       kRepository,     kContainerdConfig, kStandbyContainerd,
                                       kStandbyKubelet, kAgentProgram,     kSluiceKubelet,
                                       kAgent};
constexpr std::array kKubernetesWorkerParts{kRepository, kContainerdConfig, kContainerd,
                                            kKubelet,    kAgentProgram,     kAgent};

}  // namespace

std::span<const Part> parts_of(Role role) {
  switch (role) {
    case Role::kSlurmController:
      return kSlurmControllerParts;
    case Role::kSlurmWorker:
      return kSlurmWorkerParts;
    case Role::kKubernetesWorker:
      return kKubernetesWorkerParts;
    case Role::kCustom:
      return {};
  }
  return {};
}

std::string fill(std::string_view text, const Values& values) {
  std::string filled;
  while (true) {
    const std::size_t start = text.find('@');
    const std::size_t end = start == text.npos ? text.npos : text.find('@', start + 1);
    filled += text.substr(0, start);
    if (end == text.npos) {
      CHECK(start == text.npos);
      return filled;
    }
    const std::string_view name = text.substr(start + 1, end - start - 1);
    const auto value = values.find(name);
    CHECK(value != values.end());
    filled += value->second;
    text.remove_prefix(end + 1);
  }
}

}  // namespace sluice::machines
