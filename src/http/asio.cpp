// SPDX-License-Identifier: Apache-2.0
//
// The one place where Asio's non-template code is compiled.
#include <boost/asio/impl/src.hpp>
