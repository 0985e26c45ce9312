// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sluice::machines {

// Templates of cloud-init, which fills them in on the machine. They are Jinja's, set up so that a
// line end after a statement is taken away. One that Jinja cannot read costs the machine all of its
// data, and nobody hears of it.

// Whether the text holds a variable, {{ ds.meta_data.x }}, or a statement, {% if x %}.
bool is_template(std::string_view text);

// What of the text stands outside of such, and would stand so on the machine.
std::string outside_of_templates(std::string_view text);

// What is surely no template in it, as another program's; empty: nothing. Never tells the text.
std::string template_fault(std::string_view text);

// What cloud-init makes the document of when it has filled in the variables. `{#`, as shells have
// it in ${#name}, would begin a comment, and line ends would be missing. Variables, statements and
// what stands between raw and endraw are as they were.
std::string as_template(std::string_view document);

}  // namespace sluice::machines
