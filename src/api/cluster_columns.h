// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/printing/cells.h"
#include "api/standard_columns.h"

// The columns of networking, policy, access and extension kinds.
namespace sluice::api::columns {

inline constexpr Column kAPIService[] = {
    kName,
    {.name = "Service", .description = "What serves it", .cell = cells::api_service},
    {.name = "Available",
     .description = "Whether it answers",
     .cell = cells::api_service_available},
    kAge};

inline constexpr Column kCertificateSigningRequest[] = {
    kName,
    kAge,
    {.name = "SignerName",
     .description = "Who is to sign",
     .path = "spec.signerName",
     .missing = "<none>"},
    {.name = "Requestor", .description = "Who asks", .path = "spec.username"},
    {.name = "RequestedDuration",
     .description = "How long it is to hold",
     .cell = cells::certificate_duration},
    {.name = "Condition", .description = "How far it is", .cell = cells::certificate_condition}};

inline constexpr Column kClusterRole[] = {kName, kCreatedAt};

inline constexpr Column kClusterRoleBinding[] = {
    kName,
    {.name = "Role", .description = "Role that is granted", .cell = cells::binding_role},
    kAge,
    {.name = "Users",
     .priority = 1,
     .description = "Users who have it",
     .cell = cells::binding_users},
    {.name = "Groups",
     .priority = 1,
     .description = "Groups that have it",
     .cell = cells::binding_groups},
    {.name = "ServiceAccounts",
     .priority = 1,
     .description = "Service accounts that have it",
     .cell = cells::binding_accounts}};

inline constexpr Column kCustomResourceDefinition[] = {kName, kCreatedAt};

inline constexpr Column kEndpointSlice[] = {
    kName,
    {.name = "AddressType", .description = "Kind of addresses", .path = "addressType"},
    {.name = "Ports", .description = "Ports", .cell = cells::slice_ports},
    {.name = "Endpoints", .description = "Addresses", .cell = cells::slice_addresses},
    kAge};

inline constexpr Column kEndpoints[] = {
    kName,
    {.name = "Endpoints", .description = "Addresses and ports", .cell = cells::endpoint_addresses},
    kAge};

inline constexpr Column kFlowSchema[] = {kName,
                                         {.name = "PriorityLevel",
                                          .description = "Level of its requests",
                                          .path = "spec.priorityLevelConfiguration.name"},
                                         {.name = "MatchingPrecedence",
                                          .type = "integer",
                                          .shown_type = "string",
                                          .description = "Order of matching",
                                          .path = "spec.matchingPrecedence"},
                                         {.name = "DistinguisherMethod",
                                          .description = "How flows are told apart",
                                          .path = "spec.distinguisherMethod.type",
                                          .missing = "<none>"},
                                         kAge,
                                         {.name = "MissingPL",
                                          .description = "Whether its level is missing",
                                          .cell = cells::schema_dangling}};

inline constexpr Column kIPAddress[] = {
    kName,
    {.name = "ParentRef", .description = "What has the address", .cell = cells::address_parent},
    kAge};

inline constexpr Column kIngress[] = {
    kName,
    {.name = "Class",
     .description = "Class of the ingress",
     .path = "spec.ingressClassName",
     .missing = "<none>"},
    {.name = "Hosts", .description = "Names it answers to", .cell = cells::ingress_hosts},
    {.name = "Address", .description = "Where it is reached", .cell = cells::ingress_address},
    {.name = "Ports", .description = "Ports it listens on", .cell = cells::ingress_ports},
    kAge};

inline constexpr Column kIngressClass[] = {
    kName,
    {.name = "Controller", .description = "What serves the class", .path = "spec.controller"},
    {.name = "Parameters",
     .description = "Parameters of the class",
     .cell = cells::ingress_parameters},
    kAge};

inline constexpr Column kLimitRange[] = {kName, kCreatedAt};

inline constexpr Column kMutatingWebhookConfiguration[] = {kName,
                                                           {.name = "Webhooks",
                                                            .type = "integer",
                                                            .description = "Number of webhooks",
                                                            .path = "webhooks",
                                                            .show = Show::kCount},
                                                           kAge};

inline constexpr Column kNetworkPolicy[] = {kName,
                                            {.name = "Pod-Selector",
                                             .description = "Pods it is about",
                                             .path = "spec.podSelector",
                                             .show = Show::kSelector},
                                            kAge};

inline constexpr Column kPriorityClass[] = {
    kName,
    {.name = "Value", .type = "integer", .description = "Priority of its pods", .path = "value"},
    {.name = "Global-Default",
     .type = "boolean",
     .description = "Whether pods without a class have it",
     .path = "globalDefault"},
    kAge,
    {.name = "PreemptionPolicy",
     .description = "Whether its pods displace others",
     .path = "preemptionPolicy"}};

inline constexpr Column kPriorityLevelConfiguration[] = {
    kName,
    {.name = "Type", .description = "Limited or Exempt", .path = "spec.type"},
    {.name = "NominalConcurrencyShares",
     .type = "integer",
     .shown_type = "string",
     .description = "Share of the concurrency",
     .path = "spec.limited.nominalConcurrencyShares",
     .missing = "<none>"},
    {.name = "Queues",
     .type = "integer",
     .shown_type = "string",
     .description = "Number of queues",
     .path = "spec.limited.limitResponse.queuing.queues",
     .missing = "<none>"},
    {.name = "HandSize",
     .type = "integer",
     .shown_type = "string",
     .description = "Queues a flow may use",
     .path = "spec.limited.limitResponse.queuing.handSize",
     .missing = "<none>"},
    {.name = "QueueLengthLimit",
     .type = "integer",
     .shown_type = "string",
     .description = "Requests in a queue",
     .path = "spec.limited.limitResponse.queuing.queueLengthLimit",
     .missing = "<none>"},
    kAge};

inline constexpr Column kResourceQuota[] = {
    kName,
    {.name = "Request",
     .description = "Requests used, of those allowed",
     .cell = cells::quota_requests},
    {.name = "Limit", .description = "Limits used, of those allowed", .cell = cells::quota_limits},
    kAge};

inline constexpr Column kResourceClaim[] = {
    kName,
    {.name = "State", .description = "How far its allocation is", .cell = cells::claim_state},
    kAge};

inline constexpr Column kResourceSlice[] = {
    kName,
    {.name = "Node",
     .description = "Node of the devices",
     .path = "spec.nodeName",
     .missing = "<unset>"},
    {.name = "Driver", .description = "Driver of the devices", .path = "spec.driver"},
    {.name = "Pool", .description = "Pool of the devices", .path = "spec.pool.name"},
    kAge};

inline constexpr Column kNodeMetrics[] = {
    kName,
    {.name = "cpu", .format = "quantity", .description = "Cores in use", .path = "usage.cpu"},
    {.name = "memory", .format = "quantity", .description = "Bytes in use", .path = "usage.memory"},
    {.name = "Window",
     .format = "duration",
     .description = "Time it was measured over",
     .path = "window"}};

inline constexpr Column kPodMetrics[] = {kName,
                                         {.name = "cpu",
                                          .format = "quantity",
                                          .description = "Cores in use",
                                          .cell = cells::metrics_cpu},
                                         {.name = "memory",
                                          .format = "quantity",
                                          .description = "Bytes in use",
                                          .cell = cells::metrics_memory},
                                         kNodeMetrics[3]};

inline constexpr auto& kRole = kClusterRole;

inline constexpr auto& kRoleBinding = kClusterRoleBinding;

inline constexpr Column kRuntimeClass[] = {
    kName, {.name = "Handler", .description = "What runs its pods", .path = "handler"}, kAge};

inline constexpr Column kServiceCIDR[] = {kName,
                                          {.name = "CIDRs",
                                           .description = "Ranges of addresses",
                                           .path = "spec.cidrs",
                                           .show = Show::kJoined},
                                          kAge};

inline constexpr Column kValidatingAdmissionPolicy[] = {kName,
                                                        {.name = "Validations",
                                                         .type = "integer",
                                                         .description = "Number of rules",
                                                         .path = "spec.validations",
                                                         .show = Show::kCount},
                                                        {.name = "ParamKind",
                                                         .description = "Kind of its parameters",
                                                         .cell = cells::policy_parameters},
                                                        kAge};

inline constexpr Column kValidatingAdmissionPolicyBinding[] = {
    kName,
    {.name = "PolicyName", .description = "Policy it binds", .path = "spec.policyName"},
    {.name = "ParamRef", .description = "Parameters", .cell = cells::binding_parameters},
    kAge};

inline constexpr Column kValidatingWebhookConfiguration[] = {kName,
                                                             {.name = "Webhooks",
                                                              .type = "integer",
                                                              .description = "Number of webhooks",
                                                              .path = "webhooks",
                                                              .show = Show::kCount},
                                                             kAge};

}  // namespace sluice::api::columns
