// SPDX-License-Identifier: Apache-2.0
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <slurm/slurm_version.h>

#include <cerrno>
#include <cstdio>

#include "slurm/native_module/calls.h"

namespace sluice::slurm::native_module {

int failed(const char* doing, sluice_slurm_error* error) {
  const int code = errno;
  std::snprintf(error->message, sizeof error->message, "%s: %s", doing, slurm_strerror(code));
  return -1;
}

namespace {

int open(const char* slurm_conf, sluice_slurm_error* /*error*/) {
  slurm_init(*slurm_conf == '\0' ? nullptr : slurm_conf);
  return 0;
}

int ping(sluice_slurm_error* error) {
  return slurm_ping(0) == SLURM_SUCCESS ? 0 : failed("asking slurmctld", error);
}

int cluster(sluice_slurm_cluster* cluster, sluice_slurm_error* error) {
  slurm_conf_t* conf = nullptr;
  if (slurm_load_ctl_conf(0, &conf) != SLURM_SUCCESS) {
    return failed("reading the cluster's configuration", error);
  }
  std::snprintf(cluster->name, sizeof cluster->name, "%s", or_empty(conf->cluster_name));
  std::snprintf(cluster->version, sizeof cluster->version, "%s", or_empty(conf->version));
  const char* host = conf->control_cnt > 0 ? conf->control_machine[0] : nullptr;
  std::snprintf(cluster->control_host, sizeof cluster->control_host, "%s", or_empty(host));
  cluster->inactive_limit_seconds = conf->inactive_limit;
  slurm_free_ctl_conf(conf);
  return 0;
}

int kill(uint32_t job_id, uint32_t signal_number, uint16_t flags, sluice_slurm_error* error) {
  char id[16];
  std::snprintf(id, sizeof id, "%u", job_id);
  if (slurm_kill_job2(id, static_cast<uint16_t>(signal_number), flags, nullptr) == SLURM_SUCCESS) {
    return 0;
  }
  char doing[64];
  std::snprintf(doing, sizeof doing, "signalling job %u", job_id);
  return failed(doing, error);
}

int signal(uint32_t job_id, uint32_t signal_number, sluice_slurm_error* error) {
  return kill(job_id, signal_number, KILL_JOB_BATCH, error);
}

int signal_steps(uint32_t job_id, uint32_t signal_number, sluice_slurm_error* error) {
  return kill(job_id, signal_number, 0, error);
}

int complete(uint32_t job_id, uint32_t wait_status, sluice_slurm_error* error) {
  if (slurm_complete_job(job_id, wait_status) == SLURM_SUCCESS || errno == ESLURM_ALREADY_DONE) {
    return 0;
  }
  return failed("completing the job", error);
}

int cancel(uint32_t job_id, sluice_slurm_error* error) {
  constexpr uint32_t kSigkill = 9;  // Slurm makes it TERM, KillWait, KILL
  if (kill(job_id, kSigkill, 0, error) == 0 || errno == ESLURM_ALREADY_DONE) {
    return 0;
  }
  return -1;
}

constexpr sluice_slurm_functions kFunctions{SLUICE_SLURM_ABI,
                                            SLURM_VERSION_MAJOR(SLURM_VERSION_NUMBER),
                                            SLURM_VERSION_MINOR(SLURM_VERSION_NUMBER),
                                            open,
                                            ping,
                                            cluster,
                                            submit,
                                            allocate,
                                            jobs,
                                            job,
                                            signal,
                                            signal_steps,
                                            complete,
                                            cancel,
                                            nodes,
                                            partitions};

}  // namespace
}  // namespace sluice::slurm::native_module

extern "C" __attribute__((visibility("default"))) const sluice_slurm_functions* sluice_slurm_module(
    void) {
  return &sluice::slurm::native_module::kFunctions;
}
