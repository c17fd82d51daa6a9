import { describe, expect, it } from 'vitest';
import { postOutbound } from './post.ts';
import { BlockedAddress, isPublicAddress, outboundTarget, publicLookup } from './target.ts';

describe('an address', () => {
  it.each(['8.8.8.8', '192.0.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    'of the public Internet: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
  ])('of a private network, or of none: %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('where deliveries may go', () => {
  const allowed = (url: string, privateAllowed = false) => outboundTarget(url, privateAllowed) !== null;

  it('is a public host by https', () => {
    expect(allowed('https://hooks.example.com/a?b=c')).toBe(true);
    expect(allowed('https://hooks.example.com:8443/')).toBe(true);
    expect(allowed('https://8.8.8.8/')).toBe(true);
  });

  it.each([
    'http://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://localhost/',
    'https://localhost./',
    'https://hooks.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'ftp://hooks.example.com/',
    'https://',
    'hooks.example.com',
  ])('is not %s', (url) => expect(allowed(url)).toBe(false));

  it('is one’s own network too where that is allowed, by http this machine alone', () => {
    expect(allowed('https://10.0.0.1/', true)).toBe(true);
    expect(allowed('http://localhost:8080/', true)).toBe(true);
    expect(allowed('http://127.0.0.1:8080/', true)).toBe(true);
    expect(allowed('http://10.0.0.1/', true)).toBe(false);
    expect(allowed('https://user:secret@10.0.0.1/', true)).toBe(false);
  });
});

describe('a name', () => {
  it('that leads to a private address is refused when it is resolved for the connection', async () => {
    const resolved = Promise.withResolvers<unknown>();
    publicLookup('localhost', { all: true }, (error, addresses) => resolved.resolve([error, addresses]));
    expect(await resolved.promise).toEqual([expect.any(BlockedAddress), []]);
  });

  it('that leads nowhere is a failure with a reason', async () => {
    const result = await postOutbound('https://nowhere.invalid/', {}, '{}', {
      privateAllowed: false,
      timeoutMs: 5_000,
    });
    // In the same words as one that leads into a private network.
    expect(result).toEqual({ status: null, error: 'The host cannot be reached' });
  });
});
