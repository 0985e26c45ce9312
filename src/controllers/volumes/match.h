// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/client.h"
#include "runtime/informer.h"

namespace sluice::controllers::volumes {

// Why a volume cannot serve a claim; empty: it can.
std::string misfit(const client::Object& volume, const client::Object& claim);

// The volume a claim without one gets: one that was made for it, else the smallest that is free
// and fits. Null: there is none.
client::ObjectPtr best_volume(const client::Object& claim,
                              const std::vector<client::ObjectPtr>& volumes);

// Makes of_class() answer for claims or volumes: before the informer starts.
void index_by_class(runtime::Informer& informer);
std::vector<client::ObjectPtr> of_class(const runtime::Informer& informer,
                                        const std::string& storage_class);

}  // namespace sluice::controllers::volumes
