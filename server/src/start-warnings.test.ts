import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { startWarnings } from './start-warnings.ts';

const warningsOf = (variables: Readonly<Record<string, string>>) =>
  startWarnings(readConfig({ DATABASE_URL: 'postgres://localhost/hibiki', ...variables }));
const PUBLIC = { HOST: '0.0.0.0', PUBLIC_URL: 'https://call.example.com' };
const COMPLETE = {
  ...PUBLIC,
  TRUSTED_PROXIES: '203.0.113.11',
  SFU_LISTEN_IP: '203.0.113.10',
  SMTP_URL: 'smtp://mail',
  TURN_URLS: 'turn:call.example.com',
  TURN_SECRET: randomBytes(16).toString('hex'),
};

it('a server for this machine alone, and one that has everything, start without a warning', () => {
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf(COMPLETE)).toEqual([]);
  expect(
    warningsOf({ ...COMPLETE, SFU_LISTEN_IP: '0.0.0.0', SFU_ANNOUNCED_ADDRESS: '203.0.113.10' }),
  ).toEqual([]);
  expect(warningsOf({ ...COMPLETE, SMTP_URL: 'smtp://mail?localAddress=127.0.0.1' })).toEqual([]);
  // Behind a proxy on this machine.
  expect(warningsOf({ ...COMPLETE, HOST: '127.0.0.1' })).toEqual([]);
});

it('a server for others says what cannot work, each with the setting to change', () => {
  expect(warningsOf(PUBLIC)).toEqual([
    expect.stringMatching(/^Limits .*set TRUSTED_PROXIES/),
    expect.stringMatching(/^Group calls .*set SFU_LISTEN_IP/),
    expect.stringMatching(/^Calls between two people .*set TURN_URLS/),
    expect.stringMatching(/^No mail goes out.*set SMTP_URL/),
  ]);
});

it.each([
  ['an address that others do not reach', { PUBLIC_URL: 'http://localhost:3000' }, 'set PUBLIC_URL'],
  ['an address without encryption', { PUBLIC_URL: 'http://call.example.com' }, 'set PUBLIC_URL to an https:'],
  ['a proxy that is not known', { TRUSTED_PROXIES: '' }, 'set TRUSTED_PROXIES'],
  ['demo accounts', { DEMO_DATA: 'true' }, 'set DEMO_DATA=false'],
  ['media on the loopback', { SFU_LISTEN_IP: '127.0.0.1' }, 'set SFU_LISTEN_IP'],
  [
    'mail from an address of another machine',
    { SMTP_URL: 'smtp://mail?localAddress=192.0.2.1' },
    'localAddress',
  ],
  ['mail from an IP address', { PUBLIC_URL: 'https://203.0.113.10' }, 'set MAIL_FROM'],
])('%s has a warning of its own', (_, variables, advice) => {
  expect(warningsOf({ ...COMPLETE, ...variables })).toEqual([expect.stringContaining(advice)]);
});

it('media nodes of a cluster are not the concern of its servers', () => {
  const { SFU_LISTEN_IP: _, ...others } = COMPLETE;
  const cluster = { NATS_URL: 'nats://10.0.0.4', AUTH_SECRET: randomBytes(16).toString('hex') };
  expect(warningsOf({ ...others, ...cluster })).toEqual([]);
});
