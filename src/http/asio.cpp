// SPDX-License-Identifier: Apache-2.0
//
// The one place where Asio's non-template code is compiled.
//
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include <boost/asio/impl/src.hpp>
