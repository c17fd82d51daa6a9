import { describe, expect, it } from 'vitest';
import { listenAddresses } from './listen-addresses.ts';

describe('the addresses of a media node', () => {
  it.each([
    ['itself', ['10.0.0.5'], [], [['10.0.0.5', null]]],
    ['another address', ['0.0.0.0'], ['203.0.113.10'], [['0.0.0.0', '203.0.113.10']]],
    ['a host name', ['0.0.0.0'], ['media.example.com'], [['0.0.0.0', 'media.example.com']]],
    [
      'an IPv4 and an IPv6 address, where only the first is listened on',
      ['0.0.0.0'],
      ['203.0.113.10', '2001:db8::10'],
      [
        ['0.0.0.0', '203.0.113.10'],
        ['::', '2001:db8::10'],
      ],
    ],
    [
      'one of each family, in whichever order',
      ['::', '0.0.0.0'],
      ['203.0.113.10', '2001:db8::10'],
      [
        ['::', '2001:db8::10'],
        ['0.0.0.0', '203.0.113.10'],
      ],
    ],
    [
      'one for each network card',
      ['10.0.0.5', '192.168.1.5'],
      ['203.0.113.10', '198.51.100.7'],
      [
        ['10.0.0.5', '203.0.113.10'],
        ['192.168.1.5', '198.51.100.7'],
      ],
    ],
    [
      'one that is reached as it is, beside one that is not',
      ['10.0.0.5', '2001:db8::10'],
      ['203.0.113.10'],
      [
        ['10.0.0.5', '203.0.113.10'],
        ['2001:db8::10', null],
      ],
    ],
  ])('are announced as %s', (_, ips, announced, expected) => {
    expect(listenAddresses(ips, announced).map(({ ip, announced }) => [ip, announced])).toEqual(expected);
  });

  it.each([
    [['0.0.0.0'], [], 'no browser can reach 0.0.0.0'],
    [['0.0.0.0', '::'], ['203.0.113.10'], 'no browser can reach ::'],
    [['10.0.0.5'], ['203.0.113.10', '198.51.100.7'], 'names 198.51.100.7'],
    [['10.0.0.5'], ['2001:db8::10'], 'names 2001:db8::10'],
  ])('are refused where %j cannot be reached as %j', (ips, announced, why) => {
    expect(() => listenAddresses(ips, announced)).toThrow(why);
  });
});
