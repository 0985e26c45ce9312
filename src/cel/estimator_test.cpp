// SPDX-License-Identifier: Apache-2.0
#include "cel/estimator.h"

#include "cel/test_estimate.h"

namespace sluice::cel {
namespace {

constexpr std::uint64_t kNoLimit = 1'000'000'000'000'000'000U;

// The numbers are what kube-apiserver v1.35.8 estimates for a schema with those sizes.
TEST(Estimator, CountsNamesAndFields) {
  expect_costs({{"self.s == 'abc'", 3},
                {"self.i == 5", 2},
                {"self.f ? self.i == 1 : self.s == self.s", 10},
                {"has(self.s) && has(self.deep.m)", 3},
                {"type(self.s) == int", 4},
                {"self.li == self.li && self.deep == self.deep", 9},
                {"dyn(self.s) == 'abc'", 4},
                {"self.?s.orValue('') == 'abc'", 4},
                {"-self.i > 5 || !self.f", 7}});
}

TEST(Estimator, CountsRounds) {
  expect_costs({{"self.l.all(x, x == 'abc')", 28},
                {"self.l.exists(x, x.contains('abc'))", 48},
                {"self.l.exists_one(x, x == 'abc')", 24},
                {"self.l.map(x, x + 'a').size() == 2", 105},
                {"self.l.map(x, x.size() > 2, x + 'a') == ['a']", 129},
                {"self.l.filter(x, x.startsWith('abc')).size() > 0", 90},
                {"self.l.all(x, self.l.all(y, x == y))", 258},
                {"self.m.all(k, self.m[k].contains('abc'))", 58},
                {"self.m.transformMap(k, v, v + 'a').size() == 5", 80},
                {"self.ll.all(a, a.all(b, b.contains(a[0])))", 468},
                {"self.lo.sortBy(o, o.name).size() == 1", 161}});
}

TEST(Estimator, CountsLiteralsBeforeTheyAreFolded) {
  expect_costs({{"[[1, 2], [3]].all(x, x.all(y, y > int('2')))", 41},
                {"self.i in [1, 2, 3] && self.s in []", 27},
                {"{'a': self.s}['a'].contains('abc')", 37},
                {"[self.s, 'abc'].exists(x, x.contains('abc'))", 23},
                {"(self.f ? self.l : ['a']).all(x, x.contains('abc'))", 33}});
}

TEST(Estimator, TakesTheWorstForWhatItCannotFollow) {
  EXPECT_GT(most_cost("self.s.split(',').join('-') == 'a'"), kNoLimit);
  EXPECT_GT(most_cost("self.?s.optMap(v, v + 'a').orValue('b') == 'c'"), kNoLimit);
  EXPECT_GT(most_cost("lists.range(self.i).size() == 1"), kNoLimit);
}

// Paths that share memory: what hangs on a variable is taken for what was last read from it.
TEST(Estimator, LosesPathsWhereCelGoDoes) {
  expect_costs({{"self.m.all(k, v, k.contains('abc') && v.contains('abc'))", 48},
                {"self.deep.m.all(k, v, k.matches('^abc$') && v.matches('^abc$'))", 129},
                {"self.lo.all(o, o.ports.all(p, p.name != o.name))", 2033}});
  EXPECT_GT(
      most_cost(
          "self.deep.er.lo.all(o, o.ports.all(p, p.name != o.name && p.name.contains('abc')))"),
      kNoLimit);
}

TEST(Estimator, SaysNothingWithoutSizes) {
  EXPECT_FALSE(compile("true", {})->estimated_cost().has_value());
}

}  // namespace
}  // namespace sluice::cel
