import { expect, it } from 'vitest';
import { isHostName } from './host-name.ts';

it.each(['calls', 'calls.example.com', 'CALLS.example.com.', 'a-b.1.example'])(
  '%s is a host name',
  (name) => {
    expect(isHostName(name)).toBe(true);
  },
);

it.each(['', 'a b', 'a..b', '-a.example', 'a_b', '192.0.2.1', '127.1', '0x7f', '::1', 'a:80'])(
  '%j is none',
  (name) => {
    expect(isHostName(name)).toBe(false);
  },
);
