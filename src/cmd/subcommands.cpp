// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

constexpr std::array kSubcommands{
    Subcommand{"up", "start a private Kubernetes whose pods run as Slurm jobs", run_up},
    Subcommand{"down", "stop it; running pods go on in Slurm", run_down},
    Subcommand{"status", "what runs here and how it is", run_status},
    Subcommand{"kubeconfig", "print the kubeconfig, or where it is", run_kubeconfig},
    Subcommand{"controllers", "run the built-in controllers for another Kubernetes",
               run_controllers},
    Subcommand{"operator", "run SlurmJobs, and make machines nodes of Slurm, for any Kubernetes",
               run_operator},
    Subcommand{"agent", "look after one machine of a Slurm cluster", run_agent},
    Subcommand{"jobsync", "start gates of a machine's services: wait, ready, hold, status",
               run_jobsync},
    Subcommand{"render", "write a machine's services for Nomad, Kubernetes or systemd", run_render},
    Subcommand{"nomad", "run a machine's services as jobs of Nomad: plan, apply, status",
               run_nomad},
    Subcommand{"resume", "Slurm's ResumeProgram: machines for nodes of its power saving",
               run_resume},
    Subcommand{"suspend", "Slurm's SuspendProgram: takes them away again", run_suspend},
    Subcommand{"times", "how long machines take to join and to leave, as a table, CSV or plot",
               run_times},
    Subcommand{"job", "submit, list, follow and cancel SlurmJobs from a shell", run_job},
    Subcommand{"kubelet", "join another Kubernetes as a node whose pods run as Slurm jobs",
               run_kubelet},
    Subcommand{"translate", "show the Slurm job a pod becomes, without running it", run_translate},
    Subcommand{"plan", "what a change of a Slurm configuration takes", run_plan},
    Subcommand{"history", "the specs that a SlurmCluster had", run_history},
    Subcommand{"rollback", "give a SlurmCluster a spec that it had before", run_rollback},
    Subcommand{"backup", "copy what a SlurmCluster must not lose", run_backup},
    Subcommand{"restore", "bring a SlurmCluster back to a backup", run_restore},
    Subcommand{"doctor", "what this site offers and what is missing", run_doctor},
    Subcommand{"image", "fetch, list, import and remove the images that pods run", run_image},
    Subcommand{"lab", "start and stop a throw-away real Slurm on this machine", run_lab},
    Subcommand{"version", "print the version", run_version},
    Subcommand{"pod", "run one pod inside its Slurm job", run_pod, /*hidden=*/true},
    Subcommand{"keep", "keep one job of the local executor", run_keep, /*hidden=*/true},
    Subcommand{"relay", "pass a session on to a pod's runner", run_relay, /*hidden=*/true},
};

}  // namespace

std::span<const Subcommand> subcommands() {
  return kSubcommands;
}

}  // namespace sluice::cmd
