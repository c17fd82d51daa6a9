import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Config, isLocal, isLoopback } from './config.ts';

/** What does not work for people on other machines as the server is set, each with the setting to change. Empty on a server for this machine alone. */
export function startWarnings(config: Config): readonly string[] {
  if (isLocal(config)) return [];
  const { protocol, hostname } = new URL(config.publicUrl);
  const { SFU_ANNOUNCED_ADDRESS, SFU_LISTEN_IP } = config.mediaNodeEnv;
  const mediaAddresses = (SFU_ANNOUNCED_ADDRESS || SFU_LISTEN_IP || '127.0.0.1').split(',');
  const warnings: readonly (readonly [applies: boolean, text: string])[] = [
    [
      isLoopback(hostname),
      `Links lead to this machine alone (${config.publicUrl}): set PUBLIC_URL to the address that people open`,
    ],
    [
      protocol === 'http:' && !isLoopback(hostname),
      'Browsers give no camera and no microphone to http: pages: set PUBLIC_URL to an https: address, behind a proxy with a certificate',
    ],
    [
      protocol === 'https:' && config.trustedProxies.length === 0,
      'Limits count all people as one address, since the proxy with the certificate is not known: set TRUSTED_PROXIES to its address',
    ],
    [
      config.demoData,
      'Demo accounts are made, also for others to use: set DEMO_DATA=false, and delete those that are there already',
    ],
    [
      config.natsUrl === null && mediaAddresses.every((address) => isLoopback(address.trim())),
      'Group calls work on this machine alone, since media is received on 127.0.0.1: set SFU_LISTEN_IP to an address of this machine, or to 0.0.0.0 with SFU_ANNOUNCED_ADDRESS',
    ],
    [
      config.turnUrls.length === 0,
      'Calls between two people do not connect across many firewalls: set TURN_URLS and TURN_SECRET',
    ],
    [
      config.smtpUrl === null,
      'No mail goes out, and with it no invitation and no link to verify an address or to set a password: set SMTP_URL',
    ],
    [
      config.smtpUrl !== null && !isSentFromHere(config.smtpUrl),
      'No mail goes out while this machine does not have the address that SMTP_URL names as its localAddress: set another one, or none',
    ],
    [
      config.smtpUrl !== null && !isLoopback(hostname) && /@(localhost|\[.*\])>?$/.test(config.mailFrom),
      `Mail servers refuse mail from ${config.mailFrom}: set MAIL_FROM to an address of a domain`,
    ],
  ];
  return warnings.flatMap(([applies, text]) => (applies ? [text] : []));
}

function isSentFromHere(smtpUrl: string): boolean {
  const address = new URL(smtpUrl).searchParams.get('localAddress');
  if (address === null) return true;
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  return own.some((one) => sameAddress(one.address, address));
}

/** IPv6 addresses can be written in several ways. */
const sameAddress = (one: string, other: string): boolean =>
  one === other ||
  (isIPv6(one) && isIPv6(other) && new URL(`http://[${one}]`).host === new URL(`http://[${other}]`).host);
