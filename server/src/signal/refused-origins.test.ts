import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { createRefusedOrigins } from './refused-origins.ts';

it('says a few times, not for each attempt, under which address a page was opened and which it should have', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ name: 'test', destination: { write: (line) => lines.push(JSON.parse(line)) } });
  const refused = createRefusedOrigins(log, 'https://calls.example.com');
  for (let attempt = 0; attempt < 100; attempt++) refused('http://10.0.0.5', 'upstream:3000');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({
    openedAs: 'http://10.0.0.5',
    host: 'upstream:3000',
    publicUrl: 'https://calls.example.com',
    msg: expect.stringContaining('PUBLIC_URL'),
  });
});

it('keeps what a stranger sends short', () => {
  const lines: string[] = [];
  const log = createLog({ name: 'test', destination: { write: (line) => lines.push(line) } });
  createRefusedOrigins(log, 'https://calls.example.com')('x'.repeat(10_000), 'y'.repeat(10_000));
  expect(lines[0]?.length).toBeLessThan(1_000);
});
