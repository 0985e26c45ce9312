// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sluice::slurmconf {

// What is known of every parameter, a line for each: its name, its type (int:LEAST..MOST,
// enum:WORD|WORD, plugin:WORD|WORD of those that come with Slurm, plugin?: where what stands before
// the slash may be left out), what a change of it needs, "+R" when it, or a plugin, came with
// release R, "-R" when R was the last one to know it, "~R" when R was the last one to heed it.
//   R scontrol reconfigure            C restart slurmctld      D restart every slurmd
//   A restart slurmctld and slurmd    B restart slurmdbd       X refused: jobs or state would go
// "C>R": C before 23.11, where reconfigure began to start the daemons anew, then R;
// "A>24.11>R": the same with another release. tests/e2e/test_slurm_conf.py asks real daemons.
inline constexpr std::string_view kFactsTable = R"(
[slurm.conf]
AccountingStorageBackupHost text C>R
AccountingStorageEnforce list C>R
AccountingStorageExternalHost text C>R
AccountingStorageHost text C>R
AccountingStorageLoc text R -25.05
AccountingStorageParameters list R
AccountingStoragePass text C>R
AccountingStoragePort int:1..65535 C>R
AccountingStorageTRES list C>R
AccountingStorageType enum:accounting_storage/none|accounting_storage/slurmdbd|accounting_storage/mysql|accounting_storage/as_mysql C>R
AccountingStorageUser text C>R ~25.05
AccountingStoreFlags list R
AccountingStoreJobComment bool R
AcctGatherEnergyType text D>R
AcctGatherFilesystemType text D>R
AcctGatherInfinibandType text D>R
AcctGatherInterconnectType text D>R
AcctGatherNodeFreq int:0..65535 R
AcctGatherProfileType text D>R
AllowSpecResourcesUsage bool R
AuthAltParameters list C>R
AuthAltTypes list C>R
AuthInfo list A>R
AuthType enum:auth/munge|auth/slurm|auth/none|auth/jwt X
BackupAddr text A
BackupController text A
BatchStartTimeout int:0..65535 R
BcastExclude text R
BcastParameters list R
BurstBufferParameters list R
BurstBufferType plugin?:burst_buffer/datawarp|burst_buffer/lua C>R
CertgenParameters text R +25.05
CertgenType text R +25.05
CertmgrParameters text R +24.11
CertmgrType text R +24.11
CliFilterParameters text R +25.11
CliFilterPlugins list R
ClusterName text X
CommunicationParameters list R
CompleteWait int:0..65535 R
ControlAddr text A
ControlMachine text A
CoreSpecPlugin text D>R ~23.11
CpuFreqDef text R
CpuFreqGovernors text R
CredType text X
CryptoType text X
DataParserParameters text R +24.11
DebugFlags list R
DefCPUPerGPU int R
DefMemPerCPU int R
DefMemPerGPU int R
DefMemPerNode int R
DependencyParameters list R
DisableRootJobs bool R
EioTimeout int:0..65535 R
EnforcePartLimits enum:NO|YES|ALL|ANY R
Epilog path R
EpilogMsgTime int R
EpilogSlurmctld path R
EpilogTimeout int:0..65535 R +25.05
ExtSensorsFreq int:0..65535 R ~23.02
ExtSensorsType text R ~23.02
FairShareDampeningFactor int:0..65535 R
FastSchedule int:0..65535 R
FederationParameters list R
FirstJobId int R
GetEnvTimeout int:0..65535 R ~24.11
GpuFreqDef text R
GresTypes list A>R
GroupUpdateForce int:0..1 R
GroupUpdateTime int:0..65535 R
HashPlugin text A +24.05
HealthCheckInterval int:0..65535 R
HealthCheckNodeState list R
HealthCheckProgram path R
HealthCheckTimeout int:0..65535 R +26.05
HttpParserType text R +25.11
InactiveLimit int:0..65535 R
InteractiveStepOptions text R
JobAcctGatherFrequency text R
JobAcctGatherParams list R
JobAcctGatherType text A>R
JobCompHost text C>R
JobCompLoc text C>R
JobCompParams text R
JobCompPass secret C>R
JobCompPassScript path R +25.11
JobCompPort int C>R
JobCompType text C>R
JobCompUser text C>R
JobContainerType text A>R
JobCredentialPrivateKey path R ~23.02
JobCredentialPublicCertificate path R ~23.02
JobFileAppend int:0..1 R
JobRequeue int:0..1 R
JobSubmitPlugins list R
KeepAliveTime int R
KillOnBadExit int:0..1 R
KillWait int:0..65535 R
LaunchParameters list R
LaunchType text R
LicenseParameters text R +26.05
Licenses licenses R
LogTimeFormat text R
MailDomain text R
MailProg path R
MaxArraySize int:1..4000001 R
MaxBatchRequeue int R +23.02
MaxDBDMsgs int C>R
MaxJobCount int:2..4294967294 C>R
MaxJobId int R
MaxMemPerCPU int R
MaxMemPerNode int R
MaxNodeCount int:1..65536 C>R
MaxStepCount int R
MaxTasksPerNode int:0..65535 R
MCSParameters list R
MCSPlugin plugin:mcs/account|mcs/group|mcs/label+24.05|mcs/none|mcs/user R
MessageTimeout int:0..65535 R
MetricsAuthUsers text R +26.05
MetricsParameters text R +26.05
MetricsType text R +25.11
MinJobAge int R
MpiDefault plugin?:mpi/cray_shasta|mpi/none|mpi/openmpi|mpi/pmi2|mpi/pmix|mpi/pmix_v2|mpi/pmix_v3|mpi/pmix_v4|mpi/pmix_v5 R
MpiParams list R
NamespaceType text A>R +25.11
NodeFeaturesPlugins list A>R
OverTimeLimit int:0..65535 R
PluginDir path A>R
PlugStackConfig path R
PowerParameters text R ~23.11
PowerPlugin text C>R ~23.11
PreemptExemptTime time R
PreemptMode list R
PreemptParameters list R +23.02
PreemptType enum:preempt/none|preempt/partition_prio|preempt/qos R
PrEpParameters list R
PrEpPlugins list A>R
PriorityCalcPeriod time R
PriorityDecayHalfLife time R
PriorityFavorSmall bool R
PriorityFlags list R
PriorityMaxAge time R
PriorityParameters list R
PrioritySiteFactorParameters text R
PrioritySiteFactorPlugin text C>R
PriorityType enum:priority/basic|priority/multifactor C>R
PriorityUsageResetPeriod enum:NONE|DAILY|WEEKLY|MONTHLY|QUARTERLY|YEARLY|NOW R
PriorityWeightAge int R
PriorityWeightAssoc int R
PriorityWeightFairshare int R
PriorityWeightJobSize int R
PriorityWeightPartition int R
PriorityWeightQOS int R
PriorityWeightTRES list R
PrivateData list R
ProctrackType enum:proctrack/cgroup|proctrack/linuxproc|proctrack/pgid|proctrack/cray_aries A>R
Prolog path R
PrologEpilogTimeout int:0..65535 R
PrologFlags list R
PrologSlurmctld path R
PrologTimeout int:0..65535 R +25.05
PropagatePrioProcess int:0..2 R
PropagateResourceLimits list R
PropagateResourceLimitsExcept list R
RebootProgram path R
ReconfigFlags list R
RequeueExit list R
RequeueExitHold list R
ResumeFailProgram path R
ResumeProgram path R
ResumeRate int:0..65535 R
ResumeTimeout int:0..65535 R
ResvEpilog path R
ResvOverRun int:0..65535 R
ResvProlog path R
ReturnToService int:0..2 R
RoutePlugin text A>R
SallocDefaultCommand text R
SbcastParameters text R
SchedulerAuth text R ~22.05
SchedulerParameters list R
SchedulerTimeSlice int:0..65535 R
SchedulerType enum:sched/backfill|sched/builtin C>R
ScronParameters list R
SelectType enum:select/cons_res|select/cons_tres|select/linear|select/cray_aries X
SelectTypeParameters list C>R
SlurmctldAddr text A
SlurmctldDebug enum:quiet|fatal|error|info|verbose|debug|debug2|debug3|debug4|debug5|0|1|2|3|4|5|6|7|8|9 R
SlurmctldHost text A
SlurmctldHttpAuthParameters text R +26.05
SlurmctldLogFile path R
SlurmctldParameters list R
SlurmctldPidFile path C>R
SlurmctldPlugstack text C>R -22.05
SlurmctldPort text A
SlurmctldPrimaryOffProg path R
SlurmctldPrimaryOnProg path R
SlurmctldSyslogDebug enum:quiet|fatal|error|info|verbose|debug|debug2|debug3|debug4|debug5|0|1|2|3|4|5|6|7|8|9 R
SlurmctldTimeout int:0..65535 R
SlurmdDebug enum:quiet|fatal|error|info|verbose|debug|debug2|debug3|debug4|debug5|0|1|2|3|4|5|6|7|8|9 R
SlurmdHttpAuthParameters text R +26.05
SlurmdLogFile path R
SlurmdParameters list R
SlurmdPidFile path D>R
SlurmdPort int:1..65535 A
SlurmdSpoolDir path X
SlurmdSyslogDebug enum:quiet|fatal|error|info|verbose|debug|debug2|debug3|debug4|debug5|0|1|2|3|4|5|6|7|8|9 R
SlurmdTimeout int:0..65535 R
SlurmdUser text A
SlurmSchedLogFile path R
SlurmSchedLogLevel int:0..1 R
SlurmUser text X
SrunEpilog path R
SrunPortRange text R
SrunProlog path R
StateSaveLocation path X
SuspendExcNodes list R
SuspendExcParts list R
SuspendExcStates list R +23.02
SuspendProgram path R
SuspendRate int:0..65535 R
SuspendTime text R
SuspendTimeout int:0..65535 R
SwitchParameters list R
SwitchType text X
TaskEpilog path R
TaskPlugin list D>R
TaskPluginParam list R
TaskProlog path R
TCPTimeout int:0..65535 R
TLSParameters text A +24.05
TLSType text X +24.05
TmpFS path R
TopologyParam list R
TopologyPlugin plugin:topology/3d_torus|topology/block+23.11|topology/default+23.11|topology/flat+25.05|topology/hypercube-24.05|topology/none|topology/ring+25.11|topology/torus3d+26.05|topology/tree A>R
TrackWCKey bool R
TreeWidth int:1..65533 R
UnkillableStepProgram path R
UnkillableStepTimeout int:0..65535 R
UrlParserType text R +25.11
UsePAM bool R
VSizeFactor int:0..65535 R
WaitTime int:0..65535 R
X11Parameters list R
[slurm.conf NodeName]
BcastAddr text A
Boards int:0..65535 A>24.11>R
CoreSpecCount int:0..65535 A>24.11>R
CoresPerSocket int:0..65535 A>24.11>R
CpuBind text A>24.11>R
CPUs int:0..65535 A>24.11>R
CPUSpecList text A>24.11>R
Feature list R
Gres list A>24.11>R
GresConf text A>24.11>R +25.11
MemSpecLimit int A>24.11>R
NodeAddr text A
NodeHostname text A
Parameters text R +25.11
Port text A
RealMemory int A>24.11>R
Reason text R
RestrictedCoresPerGPU int:0..65535 A>24.11>R +24.05
Sockets int:0..65535 A>24.11>R
SocketsPerBoard int:0..65535 A>24.11>R
State text R
SuspendTime text R +26.05
ThreadsPerCore int:0..65535 A>24.11>R
TmpDisk int A>24.11>R
Topology text R +25.05
TRESWeights list R
Weight int R
[slurm.conf PartitionName]
AllocNodes list R
AllowAccounts list R
AllowGroups list R
AllowQos list R
Alternate text R
CpuBind text R
Default bool R
DefaultTime time R
DefCPUPerGPU int R
DefMemPerCPU int R
DefMemPerGPU int R
DefMemPerNode int R
DenyAccounts list R
DenyQos list R
DisableRootJobs bool R
Exclusive text R +26.05
ExclusiveTopo bool R +24.05
ExclusiveUser bool R
GraceTime int R
Hidden bool R
LLN bool R
MaxCPUsPerNode int R
MaxCPUsPerSocket int R +23.02
MaxMemPerCPU int R
MaxMemPerNode int R
MaxNodes int R
MaxTime time R
MinNodes int R
Nodes list R
OverSubscribe text R
OverTimeLimit text R
PowerDownOnIdle bool R +23.02
PreemptMode list R
Priority int:0..65535 R
PriorityJobFactor int:0..65535 R
PriorityTier int:0..65535 R
QOS text R
ReqResv bool R
ResumeTimeout int:0..65535 R
RootOnly bool R
SelectTypeParameters list R
State enum:UP|DOWN|DRAIN|INACTIVE R
SuspendTime text R
SuspendTimeout int:0..65535 R
Topology text R +25.05
TRESBillingWeights list R
[slurm.conf NodeSet]
Feature list R
Nodes list R
[slurm.conf DownNodes]
Reason text R
State text R
[slurm.conf FrontendName]
AllowGroups list A -24.11
AllowUsers list A -24.11
DenyGroups list A -24.11
DenyUsers list A -24.11
FrontendAddr text A -24.11
Port int:0..65535 A -24.11
Reason text A -24.11
State text A -24.11
[slurm.conf PowerAction]
Location text R +26.05
Program text R +26.05
[slurmdbd.conf]
AllowNoDefAcct bool B
AllResourcesAbsolute bool B +23.02
ArchiveDir path B
ArchiveEvents bool B
ArchiveJobEnv bool B +26.05
ArchiveJobs bool B
ArchiveJobScript bool B +26.05
ArchiveResvs bool B
ArchiveScript path B
ArchiveSteps bool B
ArchiveSuspend bool B
ArchiveTXN bool B
ArchiveUsage bool B
AuthAltParameters list B
AuthAltTypes list B
AuthInfo list B
AuthType enum:auth/munge|auth/slurm|auth/none|auth/jwt X
CommitDelay int:0..65535 B
CommunicationParameters list B
DbdAddr text B
DbdBackupHost text B
DbdHost text B
DbdPort int:1..65535 B
DebugFlags list B
DebugLevel enum:quiet|fatal|error|info|verbose|debug|debug2|debug3|debug4|debug5|0|1|2|3|4|5|6|7|8|9 B
DebugLevelSyslog enum:quiet|fatal|error|info|verbose|debug|debug2|debug3|debug4|debug5|0|1|2|3|4|5|6|7|8|9 B
DefaultQOS text B
DisableArchiveCommands bool B +25.11
DisableCoordDBD bool B +24.05
DisableRollups bool B +26.05
HashPlugin text B +24.05
JobPurge int B
LogFile path B
LogTimeFormat text B
MaxPurgeLimit int B +25.11
MaxQueryTimeRange text B
MessageTimeout int:0..65535 B
Parameters list B
PidFile path B
PluginDir path B
PrivateData list B
PurgeEventAfter text B
PurgeEventMonths int B
PurgeJobAfter text B
PurgeJobEnvAfter text B +26.05
PurgeJobMonths int B
PurgeJobScriptAfter text B +26.05
PurgeResvAfter text B
PurgeStepAfter text B
PurgeStepMonths int B
PurgeSuspendAfter text B
PurgeSuspendMonths int B
PurgeTXNAfter text B
PurgeTXNMonths int B
PurgeUsageAfter text B
PurgeUsageMonths int B
SlurmUser text X
StepPurge int B
StorageBackupHost text B
StorageHost text B
StorageLoc text X
StorageParameters list B
StoragePass secret B
StoragePassScript path B +25.11
StoragePort int:1..65535 B
StorageType enum:accounting_storage/none|accounting_storage/slurmdbd|accounting_storage/mysql|accounting_storage/as_mysql X
StorageUser text B
TCPTimeout int:0..65535 B
TLSParameters text B +24.05
TLSType text B +24.05
TrackSlurmctldDown bool B
TrackWCKey bool B
[cgroup.conf]
AllowedDevicesFile text R
AllowedKmemSpace text R -23.02
AllowedRAMSpace text R
AllowedSwapSpace text R
CgroupAutomount bool R ~23.02
CgroupJobIdPaths bool R +26.05
CgroupMountpoint path D>R
CgroupPlugin text D>R
CgroupReleaseAgentDir text R -25.05
CgroupSlice text D>R +25.11
ConstrainCores bool R
ConstrainDevices bool R
ConstrainKmemSpace bool R -23.02
ConstrainRAMSpace bool R
ConstrainSwapSpace bool R
EnableControllers bool R +23.02
EnableExtraControllers text R +25.05
IgnoreSystemd bool D>R
IgnoreSystemdOnFailure bool D>R
MaxKmemPercent text R -23.02
MaxRAMPercent text R
MaxSwapPercent text R
MemoryLimitEnforcement bool R
MemoryLimitThreshold text R
MemorySwappiness int R
MinKmemSpace int R -23.02
MinRAMSpace int R
RootOwnedCgroups bool R +23.02 -23.02
SignalChildrenProcesses bool R +23.11
SystemdTimeout int R +24.05
[gres.conf]
AutoDetect text A>R
[gres.conf Name]
AutoDetect text A>R
Cores list A>R
Count text A>R
CPUs text A>R
File text A>R
Flags list A>R
Links list A>R
MultipleFiles text A>R
Type text A>R
[gres.conf NodeName]
AutoDetect text A>R
Cores list A>R
Count text A>R
CPUs text A>R
File text A>R
Flags list A>R
Links list A>R
MultipleFiles text A>R
Name text A>R
Type text A>R
[topology.conf SwitchName]
LinkSpeed int R
Nodes list R
Switches list R
[topology.conf BlockName]
Nodes list R +23.11
[topology.conf]
BlockSizes list R +23.11
[plugstack.conf]
optional text R
required text R
)";

}  // namespace sluice::slurmconf
