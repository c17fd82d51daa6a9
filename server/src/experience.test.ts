import { expect, it } from 'vitest';
import type { Experience } from '#protocol/signal/experience.ts';
import {
  believableBytes,
  ExperienceSum,
  experienceColumns,
  isNews,
  mergeExperiences,
  stateOf,
  worstOf,
} from './experience.ts';

const first: Experience = { setUpMs: 800, good: 30, fair: 0, poor: 10, loss: 0.04, roundTripMs: 100 };
const second: Experience = { good: 10, fair: 10, poor: 0, loss: null, roundTripMs: 400 };

it('what was experienced over two connections adds up, with means by their time', () => {
  expect(mergeExperiences(first, second)).toEqual({
    setUpMs: 800,
    good: 40,
    fair: 10,
    poor: 10,
    loss: 0.04,
    roundTripMs: 200,
  });
});

it('no more is believed than the call can have had', () => {
  const lie: Experience = { ...first, setUpMs: 60_000, good: 2_000_000, fair: 1_000_000, poor: 1_000_000 };
  expect(experienceColumns(lie, 6)).toMatchObject({ set_up_ms: null, good_s: 8, fair_s: 4, poor_s: 4 });
  expect(experienceColumns(first, 40)).toMatchObject({ set_up_ms: 800, good_s: 30, fair_s: 0, poor_s: 10 });
  expect(experienceColumns(null, 6)).toMatchObject({ set_up_ms: null, good_s: null });
  expect(believableBytes(2 ** 51, 0)).toBeLessThan(2_000_000_000);
  expect(believableBytes(5_000, 0)).toBe(5_000);
});

it('a report takes the place of the one before, but of a page that was reloaded it is added (Q2)', () => {
  const sum = new ExperienceSum();
  expect(sum.get()).toBeNull();
  sum.report({ ...first, good: 2, poor: 0 });
  sum.report(first);
  expect(sum.get()).toEqual(first);
  sum.report(second);
  expect(sum.get()).toEqual(mergeExperiences(first, second));
});

it('what an earlier server was told comes first, and the page that goes on is counted once (Q2)', () => {
  const earlier = new ExperienceSum();
  for (const report of [first, second]) earlier.report(report);
  const later = { ...second, good: 15 };
  const sum = new ExperienceSum();
  sum.report(later);
  sum.continueFrom(earlier.pages);
  expect(sum.get()).toEqual(mergeExperiences(first, later));
});

it('managers hear when a connection is other in words, and how bad a bad one is (Q4)', () => {
  const [good, better] = [stateOf({ loss: 0, roundTripMs: 20 }), stateOf({ loss: 0.01, roundTripMs: 15 })];
  const [poor, worse] = [stateOf({ loss: 0.1, roundTripMs: 20 }), stateOf({ loss: 0.3, roundTripMs: null })];
  expect(isNews(null, good)).toBe(true);
  expect(isNews(good, better)).toBe(false);
  expect(isNews(good, poor)).toBe(true);
  expect(isNews(poor, worse)).toBe(true);
  expect(stateOf({ loss: null, roundTripMs: null })).toBeNull();
  expect(worstOf([good, null, poor, worse])).toBe(poor);
});

it('a connection is as its browser says, or else as what is seen and heard of it (Q5)', () => {
  const figures = { loss: 0, roundTripMs: 20, frozen: 1 };
  expect(stateOf(figures)).toEqual({ ...figures, quality: 'poor' });
  expect(stateOf({ ...figures, quality: 'fair' })).toEqual({ ...figures, quality: 'fair' });
  const moves = { ...figures, frozen: 0.3 };
  expect(isNews(stateOf(figures), stateOf(moves))).toBe(true);
});
