import { describe, expect, it } from 'vitest';
import { network, readAddress } from './network.ts';

describe('an address', () => {
  it.each([
    ['203.0.113.8', '203.0.113.8'],
    ['203.0.113.8:51234', '203.0.113.8'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:DB8:0:0:0:0:0:1]:443', '2001:db8::1'],
    ['2001:db8:1:2:3:4:5:6:51234', '2001:db8:1:2:3:4:5:6'],
    ['::ffff:203.0.113.8', '203.0.113.8'],
    ['::FFFF:cb00:7108', '203.0.113.8'],
    ['[::ffff:203.0.113.8]:51234', '203.0.113.8'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is read as %s', (written, read) => {
    expect(readAddress(written)).toBe(read);
  });

  it.each(['', '[]', 'unknown', '203.0.113', '203.0.113.8:1:2', 'example.com:443'])('is not %j', (text) => {
    expect(readAddress(text)).toBeNull();
  });
});

it.each([
  ['203.0.113.8:51234', '203.0.113.8:51235'],
  ['203.0.113.8', '[::ffff:203.0.113.8]:443'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2:ffff::9'],
])('%s and %s count as one network', (one, other) => {
  expect(network(one)).toBe(network(other));
});
