// SPDX-License-Identifier: Apache-2.0
#include "cmd/up_options.h"

#include "cmd/site.h"

namespace sluice::cmd {

const char* const kPodPidsHelp =
    "how many processes and threads a pod has at most (runtime builtin);\n"
    "                           0: 15 % of what its machine can have";

Usage up_usage(UpOptions& o) {
  Usage usage{
      .synopsis = "sluice up [options]",
      .summary =
          "Starts a private Kubernetes whose pods run as Slurm jobs: no root, one process, all "
          "state in\n"
          "one directory. Starting again on the same directory resumes where it was. Options may "
          "also\n"
          "stand in config.yaml in that directory, by the same names; the command line wins.",
      .options =
          {{"home", "DIR", "state directory (default $SLUICE_HOME or ~/.sluice)", &o.home},
           {"foreground", "", "stay in the foreground and log to the terminal", &o.foreground},
           {"listen", "ADDRESS", "where the API listens", &o.listen},
           {"port", "PORT", "its port; 0: the last one, or any free one", &o.port},
           {"runner-listen", "ADDRESS",
            "where pods ring when their state changed (UDP) and connect for exec, attach and\n"
            "                           port-forward (TCP): an address that compute nodes reach. "
            "Where they\n"
            "                           cannot, or with none, Slurm tells of changes and srun "
            "connects",
            &o.runner_listen},
           {"executor", "WHAT",
            "what runs pods: slurm, local (this machine, without Slurm), or both, as two nodes",
            &o.executor},
           {"slurm-conf", "FILE", "slurm.conf to use (default $SLURM_CONF, or Slurm's own search)",
            &o.slurm_conf},
           {"slurm", "WAY", kSlurmWayHelp, &o.slurm},
           {"slurm-token", "FILE", kSlurmTokenHelp, &o.slurm_token},
           {"partition", "NAME", "partition of pods that name none (default Slurm's default)",
            &o.partition},
           {"runtime", "NAME",
            "what runs containers: builtin (user namespaces), apptainer, auto (whichever the\n"
            "                           compute node has), or host: bare processes, no images",
            &o.runtime},
           {"insecure-registries", "LIST",
            "registries that speak plain HTTP: host[:port], separated by commas",
            &o.insecure_registries},
           {"image-unused-for", "TIME",
            "remove images that no pod used for that long: 720h (default: none)",
            &o.image_unused_for},
           {"image-max-size", "SIZE",
            "remove the longest unused images until the others fit: 50Gi (default: none)",
            &o.image_max_size},
           {"startup", "WAY",
            "how pods that do not say it start: batch (by slurmctld's tick), allocate (at once "
            "when\n"
            "                           something is free) or auto: whichever is faster for all",
            &o.startup},
           {"limit-warning", "SECONDS",
            "how long before the time limit of its Slurm job a pod is warned; 0: not",
            &o.limit_warning},
           {"pod-pids-limit", "NUMBER", kPodPidsHelp, &o.pod_pids_limit},
           {"node-name", "NAME",
            "name of the virtual node (default slurm, or local); with both, of the Slurm one",
            &o.node_name},
           {"nodes", "WAY",
            "virtual nodes: single (one for all of Slurm), or per-partition (one for each)",
            &o.nodes},
           {"service-cidr", "RANGE", "IPv4 network that services get their addresses from",
            &o.service_cidr},
           {"event-ttl", "TIME", "how long events are kept after their last write; 0s: forever",
            &o.event_ttl},
           {"log-level", "LEVEL", "debug, info, warning or error", &o.log_level},
           {"audit-log", "FILE", "record every request in FILE, one JSON line each (default: not)",
            &o.audit_log},
           {"controllers", "LIST",
            "which built-in controllers run: names (scheduler, job, gc, and more), * for all,\n"
            "                           -name for all but that one: '*,-scheduler'",
            &o.controllers},
           {"node-monitor-grace-period", "SECONDS",
            "after how long without a sign of life nobody knows how a node is", &o.node_grace}},
      .examples =
          "  sluice up\n"
          "  sluice up --home /scratch/$USER/sluice --partition batch\n"
          "  export KUBECONFIG=$(sluice kubeconfig --path)"};
  const std::vector<Option> jobs = job_options(o.jobs);
  usage.options.insert(usage.options.end(), jobs.begin(), jobs.end());
  return usage;
}

}  // namespace sluice::cmd
