// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/estimates.h"

#include "cel/test_estimate.h"

namespace sluice::cel {
namespace {

// The numbers are what kube-apiserver v1.35.8 estimates for a schema with those sizes.
TEST(Estimates, Texts) {
  expect_costs({{"self.s.matches('^[a-z]+$')", 12},
                {"matches(self.s, 'a+')", 3},
                {"self.s.contains(self.s)", 20},
                {"self.s.startsWith('abc')", 3},
                {"self.s.endsWith(self.s)", 8},
                {"self.s.trim().upperAscii().substring(1, 3).contains('a')", 18},
                {"self.s.replace('a', 'bcd').contains('b')", 22},
                {"self.s.replace('', 'x') == self.s.replace('abc', '')", 24},
                {"self.s.split(',').size() == 3", 12},
                {"self.s.split(',', 3).all(p, p.contains('abc'))", 23},
                {"self.s.charAt(1) == 'a'", 4},
                {"self.s.indexOf('a') > 1", 7},
                {"self.s.find('[0-9]+') == '5'", 13},
                {"self.s.findAll('[0-9]+').size() > 1", 14},
                {"'%s-%d'.format([self.s, self.i]) == 'abc'", 16},
                {"strings.quote(self.s) == 'abc'", 7},
                {"bytes(self.s).size() == 5", 8},
                {"string(self.b) == 'abc'", 4},
                {"self.b == self.b", 5}});
}

TEST(Estimates, Lists) {
  expect_costs({{"self.li.sum() > 5", 8},
                {"self.l.isSorted()", 27},
                {"self.l.min() == 'abc'", 28},
                {"self.l.join(',') == 'abc'", 24},
                {"self.l[0] == 'abcdefghijkl'", 5},
                {"'abc' in self.l", 7},
                {"'abc' in self.m", 3},
                {"sets.contains(self.l, ['a', 'b'])", 23},
                {"sets.equivalent(self.l, self.l)", 55},
                {"self.l.sort() == self.l", 69},
                {"self.li.sort() == self.li", 66},
                {"self.l.distinct().size() == 5", 65},
                {"self.l.slice(1, 3).size() == 2", 17},
                {"self.l.reverse() == self.l", 21},
                {"self.ll.flatten().size() == 5", 20},
                {"lists.range(5).all(i, i < self.i)", 52},
                {"self.l + self.l == []", 15}});
}

TEST(Estimates, KubernetesTypes) {
  expect_costs({{"isURL(self.s) && url(self.s).getHost() == 'abc'", 11},
                {"url(self.s) == url(self.s)", 16},
                {"quantity(self.s) == quantity(self.s)", 13},
                {"quantity(self.s).isGreaterThan(quantity('5'))", 8},
                {"ip.isCanonical(self.s)", 10},
                {"cidr(self.s).containsIP(self.s)", 16},
                {"cidr(self.s).containsIP(ip(self.s))", 16},
                {"cidr(self.s).containsCIDR(self.s)", 19},
                {"cidr(self.s).ip() == ip(self.s)", 14},
                {"semver(self.s).isLessThan(semver('1.2.3'))", 8},
                {"!format.dns1123Label().validate(self.s).hasValue()", 133}});
  EXPECT_GT(most_cost("quantity(self.s) != quantity(self.s)"), 1'000'000'000U);
}

}  // namespace
}  // namespace sluice::cel
