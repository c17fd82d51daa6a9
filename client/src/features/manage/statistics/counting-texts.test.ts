import { expect, test } from 'vitest';
import { type SummaryKind, summaryKinds } from '#protocol/summary-kinds.ts';
import { countingTexts } from './counting-texts.ts';
import { measuresOf } from './statistics-address.ts';

const said = (kind: SummaryKind) =>
  countingTexts(kind, 'March')
    .map(({ id }) => id)
    .join(' ');

test.each(summaryKinds)('of %s begin with the period', (kind) => {
  expect(said(kind)).toMatch(/^March\. A call counts /);
});

test('guests are counted apart where they have a column, and elsewhere not', () => {
  for (const kind of summaryKinds.filter((each) => each !== 'bypeak')) {
    expect(said(kind), kind).toMatch(
      measuresOf(kind).includes('guests') ? /guests are counted apart/ : /guests are not/,
    );
  }
});

test('what is measured counts measured participations alone', () => {
  expect(said('byquality')).toContain('Only participations whose connection was measured');
  expect(said('bysetup')).toContain('Only participations whose set-up time was measured');
});

test('a peak counts a call on each of its days', () => {
  expect(said('bypeak')).toBe('March. A call counts on each day on which it was in progress.');
});
