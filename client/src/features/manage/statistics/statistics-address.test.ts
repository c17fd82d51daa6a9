import { describe, expect, it } from 'vitest';
import { periodQuery, readAddress, withKind, withoutUnknown, writeAddress } from './statistics-address.ts';

const read = (query: string) => readAddress(new URLSearchParams(query));

describe('the address of the statistics', () => {
  it.each([
    'kind=byday&span=30',
    'kind=byhour&measure=minutes&span=7&compare=1',
    'kind=bymonth&from=2026-01-01&to=2026-03-31',
    'kind=bypeerid&span=90&page=3',
    'kind=bypeak&span=365',
  ])('says again what was read: %s', (query) => {
    expect(new URLSearchParams(writeAddress(read(query))).toString()).toBe(query);
  });

  it.each([
    '',
    'kind=byyear&span=0',
    'kind=byday&span=99999&page=-1',
    'from=2026-03-02&to=2026-03-01',
    'from=2026-03-02',
    'measure=bytes&compare=maybe',
  ])('takes what is usual for what is wrong: %s', (query) => {
    expect(read(query)).toEqual({
      kind: 'byday',
      measure: 'calls',
      period: { kind: 'last', span: 30 },
      compare: false,
      page: 1,
    });
  });

  it.each([
    ['kind=heat&span=banana', ''],
    ['kind=byhour&measure=bytes&compare=maybe&page=-1', 'kind=byhour'],
    ['span=7&from=2026-03-01&to=2026-03-02', 'from=2026-03-01&to=2026-03-02'],
    ['customer=a&kind=bypeerid&span=90&page=3', 'customer=a&kind=bypeerid&span=90&page=3'],
    ['', ''],
  ])('loses what is not in force: %s', (query, left) => {
    expect(withoutUnknown(new URLSearchParams(query)).toString()).toBe(left);
  });

  it('keeps for another kind what that has, too', () => {
    const days = read('kind=byday&measure=guests&span=90&compare=1&page=2');
    expect(withKind(days, 'byhour')).toEqual({ ...days, kind: 'byhour', page: 1 });
    expect(withKind(days, 'bymonth')).toMatchObject({ period: { span: 12 }, measure: 'guests' });
    expect(withKind(days, 'bypeerid')).toMatchObject({ measure: 'count', period: { span: 90 } });
    const chosen = read('kind=byday&from=2026-01-01&to=2026-01-31');
    expect(withKind(chosen, 'bymonth').period).toEqual(chosen.period);
  });

  it('asks the API by its own names', () => {
    expect(periodQuery('byday', { kind: 'last', span: 7 })).toEqual({ lastXDays: '7' });
    expect(periodQuery('bymonth', { kind: 'last', span: 6 })).toEqual({ lastXMonths: '6' });
    expect(periodQuery('bymonth', read('from=2026-01-01&to=2026-01-31').period)).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    });
  });
});
