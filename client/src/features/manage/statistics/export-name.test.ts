import { expect, test } from 'vitest';
import { exportName } from './export-name.ts';

const days = { kind: 'byday', from: '2026-11-24', to: '2026-11-30' };

test('an export is named for its kind, its customer and its days', () => {
  expect(exportName({ ...days, customer: '札幌 Support & Co' }, 'csv')).toBe(
    'statistics byday 札幌 Support & Co 2026-11-24_2026-11-30.csv',
  );
  expect(exportName({ ...days, customer: null }, 'png')).toBe(
    'statistics byday all 2026-11-24_2026-11-30.png',
  );
});

test('the name has nothing that file systems refuse, and is not too long', () => {
  expect(exportName({ ...days, customer: '../a\\b:"c"\u202e?\n' }, 'csv')).toBe(
    'statistics byday .. a b c 2026-11-24_2026-11-30.csv',
  );
  const long = exportName({ ...days, customer: '支'.repeat(200) }, 'csv');
  expect(new TextEncoder().encode(long).length).toBeLessThan(256);
});
