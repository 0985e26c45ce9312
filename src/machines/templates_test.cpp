// SPDX-License-Identifier: Apache-2.0
#include "machines/templates.h"

#include <gtest/gtest.h>

namespace sluice::machines {
namespace {

TEST(Templates, WhatStandsBesideVariablesIsSeen) {
  EXPECT_EQ(outside_of_templates("{{ a['x'] }}"), "");
  EXPECT_EQ(outside_of_templates("w-{{ a }}{% if b %}-c{% endif %}"), "w--c");
  EXPECT_EQ(outside_of_templates("'{{ a }};id {{ b"), "';id {{ b");
  EXPECT_EQ(outside_of_templates("plain"), "plain");
}

TEST(Templates, WhatWouldBeACommentIsText) {
  EXPECT_EQ(as_template("test ${#HOST} -gt 3"), "test ${{ '{#' }}HOST} -gt 3");
  EXPECT_EQ(as_template("{#{#"), "{{ '{#' }}{{ '{#' }}");
  for (const char* same :
       {"", "{", "#}", "{ #", "{{ '{#' }}", "{{ ds.x }}", "{% set x = '{#' %}", "{{ never {#",
        "{% raw %}${#a} {% if %}\n{{ {# {%- endraw %}", "{% raw %}{#"}) {
    EXPECT_EQ(as_template(same), same);
  }
  EXPECT_EQ(as_template("{%- raw -%}{#{% endraw %}{{ a }}{#"),
            "{%- raw -%}{#{% endraw %}{{ a }}{{ '{#' }}");
}

TEST(Templates, TheLineEndAfterAStatementStays) {
  EXPECT_EQ(as_template("{% if a %}\nb\n{% endif %}\n"), "{% if a %}\n\nb\n{% endif %}\n\n");
  EXPECT_EQ(as_template("{{ a }}\n{% if a +%}\n%}\n"), "{{ a }}\n{% if a +%}\n%}\n");
}

TEST(Templates, ThoseOfOtherProgramsAreFaults) {
  for (const char* good :
       {"", "plain } {", "${#a} {# a", "{{ ds.meta_data['x'] }}", "{{-a-}}", "{{ '{{' }}",
        "{{ (1 + 2) }}", "{% if a %}b{% elif c %}d{%- endif -%}", "{%set a=1%}{% do f(a) %}",
        "{% raw %}{{ .Go }} {{ {% x %}{% endraw %}"}) {
    EXPECT_EQ(template_fault(good), "") << good;
  }
  for (const char* bad :
       {"{{.State}}", "{{ .Values.a }}", "{{- $x }}", "{{#each}}", "{{/if}}", "{{ }}", "{{}}",
        "{{ a", "{% if", "{%s}", "{% %}", "{% unless a %}", "{% include 'a' %}", "{% raw %}",
        "{{ a }}{{ .b }}", "{% raw %}{% endraw"}) {
    EXPECT_NE(template_fault(bad), "") << bad;
  }
}

}  // namespace
}  // namespace sluice::machines
