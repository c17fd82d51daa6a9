import { isIP } from 'node:net';
import { createSecureContext, DEFAULT_MAX_VERSION, DEFAULT_MIN_VERSION } from 'node:tls';
import { isHostName } from '#platform/host-name.ts';
import { meantName } from '#platform/unknown-variable.ts';

const FLAGS = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'tls.rejectUnauthorized'];

/** Oldest first. */
const TLS_VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'];

/**
 * Options that may follow the address of a mail server, as nodemailer reads them there. It drops all others without a word.
 * docs/operations.md says what each does.
 */
export const SMTP_OPTIONS: readonly string[] = [
  ...FLAGS,
  'tls.servername',
  'tls.minVersion',
  'tls.maxVersion',
  'tls.ciphers',
  'name',
  'localAddress',
];

/** Why the options of `SMTP_URL` are wrong, as a sentence without a value, which may be a secret; undefined where they are right. */
export function smtpOptionProblem(smtpUrl: string): string | undefined {
  const { protocol, hostname, pathname, search, searchParams } = new URL(smtpUrl);
  // The rest of a password with an unencoded slash or question mark, which must not be repeated.
  if (`${pathname}${search}`.includes('@')) {
    const sign = pathname.includes('@') ? '/' : '?';
    return `SMTP_URL has an @ after its ${sign}: special characters of a password must be percent-encoded (RFC 3986)`;
  }
  if (pathname !== '' && pathname !== '/') return 'SMTP_URL must have no path';
  const options = new Map<string, string>();
  for (const [option, value] of searchParams) {
    const problem = unknownOption(option) ?? wrongValue(option, value);
    if (problem) return problem;
    // nodemailer makes a list of both values, which it takes for true.
    if (options.has(option)) return `SMTP_URL must have its option ${option} once`;
    options.set(option, value);
  }
  return contradiction(options, protocol) ?? tlsContradiction(options) ?? wrongFamily(options, hostname);
}

function unknownOption(option: string): string | undefined {
  if (SMTP_OPTIONS.includes(option)) return undefined;
  if (option === '') return 'SMTP_URL has an option without a name';
  const meant = meantOption(option);
  const unknown = `SMTP_URL has the unknown option ${option}`;
  return meant ? `${unknown}; is ${meant} meant?` : unknown;
}

/** In small letters, since TLS is easily written Tls or tls. */
function meantOption(option: string): string | undefined {
  const lower = SMTP_OPTIONS.map((known) => known.toLowerCase());
  const meant = meantName(option.toLowerCase(), lower);
  return SMTP_OPTIONS.find((known) => known.toLowerCase() === meant);
}

function wrongValue(option: string, value: string): string | undefined {
  const must = (have: string): string => `SMTP_URL must have ${have} as its option ${option}`;
  // nodemailer takes any other text for true, False and off included.
  if (FLAGS.includes(option) && value !== 'true' && value !== 'false') return must('`true` or `false`');
  if (/^tls\.m(in|ax)Version$/.test(option) && !TLS_VERSIONS.includes(value))
    return must(`one of ${TLS_VERSIONS.join(', ')}`);
  if (option === 'tls.ciphers' && !areCiphers(value)) return must('ciphers that OpenSSL knows');
  // The name that a certificate is checked for (RFC 6066, 3), never an address.
  if (option === 'tls.servername' && !isHostName(value)) return must('a host name');
  if (option === 'localAddress' && isIP(value) === 0) return must('an IP address of this machine');
  if (option === 'name' && !isHostName(value) && !isAddressLiteral(value))
    return must('a host name, or an IP address such as `[192.0.2.1]` or `[IPv6:2001:db8::1]`,');
  return undefined;
}

function areCiphers(list: string): boolean {
  try {
    createSecureContext({ ciphers: list });
    return list !== '';
  } catch {
    return false;
  }
}

/** An address as the greeting of a mail client has it (RFC 5321, 4.1.3). */
function isAddressLiteral(text: string): boolean {
  const [, isVersion6, address = ''] = /^\[(IPv6:)?(.*)\]$/i.exec(text) ?? [];
  return isIP(address) === (isVersion6 ? 6 : 4);
}

function contradiction(options: ReadonlyMap<string, string>, protocol: string): string | undefined {
  const isSet = (option: string): boolean => options.get(option) === 'true';
  for (const other of ['ignoreTLS', 'opportunisticTLS']) {
    if (isSet('requireTLS') && isSet(other))
      return `SMTP_URL must not have both requireTLS and ${other}: one forbids unencrypted mail, the other allows it`;
    if (isSet(other) && protocol === 'smtps:')
      return `SMTP_URL must not have ${other} where it begins with smtps: which always encrypts`;
  }
  if (!isSet('ignoreTLS')) return undefined;
  if (isSet('opportunisticTLS'))
    return 'SMTP_URL must not have both ignoreTLS and opportunisticTLS: one never encrypts, the other where it can';
  const idle = [...options.keys()].find((option) => option.startsWith('tls.'));
  return idle && `SMTP_URL must not have ${idle} beside ignoreTLS: nothing is encrypted`;
}

function tlsContradiction(options: ReadonlyMap<string, string>): string | undefined {
  const oldest = TLS_VERSIONS.indexOf(options.get('tls.minVersion') ?? DEFAULT_MIN_VERSION);
  const newest = TLS_VERSIONS.indexOf(options.get('tls.maxVersion') ?? DEFAULT_MAX_VERSION);
  if (oldest > newest)
    return `SMTP_URL must not have a tls.maxVersion older than its tls.minVersion, which is ${DEFAULT_MIN_VERSION} by default`;
  const list = options.get('tls.ciphers');
  // OpenSSL 3 has switched off what they sign with (openssl-ciphers(1), security levels).
  if (newest < TLS_VERSIONS.indexOf('TLSv1.2') && !list?.includes('@SECLEVEL=0'))
    return 'SMTP_URL must have tls.ciphers with @SECLEVEL=0, such as DEFAULT%40SECLEVEL%3D0, beside a tls.maxVersion older than TLSv1.2';
  const ciphers = list?.split(':') ?? [];
  if (ciphers.length === 0) return undefined;
  const tls13 = TLS_VERSIONS.indexOf('TLSv1.3');
  // Those of TLS 1.3 have names of their own, and are of no use before, as all others are of none in it.
  if (newest < tls13 && ciphers.every(isOfTls13))
    return 'SMTP_URL must have ciphers that its tls.maxVersion can use as its option tls.ciphers';
  if (oldest === tls13 && !ciphers.some(isOfTls13))
    return 'SMTP_URL must have ciphers that its tls.minVersion can use as its option tls.ciphers';
  return undefined;
}

/** Refuses an IPv4 `localAddress` for an IPv6 mail server, and the reverse. */
function wrongFamily(options: ReadonlyMap<string, string>, hostname: string): string | undefined {
  const local = isIP(options.get('localAddress') ?? '');
  const remote = isIP(hostname.replaceAll(/[[\]]/g, ''));
  return local !== 0 && remote !== 0 && local !== remote
    ? 'SMTP_URL must have a localAddress of the same kind as its host: both IPv4, or both IPv6'
    : undefined;
}

const isOfTls13 = (cipher: string): boolean => cipher.startsWith('TLS_');
