// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/contract/objects.h"  // IWYU pragma: export
#include "client/contract/parts.h"    // IWYU pragma: export
#include "client/contract/watches.h"  // IWYU pragma: export

// What every client::Client promises. A test program includes this header in one file and writes,
// in namespace sluice::client,
//   INSTANTIATE_TEST_SUITE_P(Local, ClientContract, testing::Values(ClientFactory(factory)));
