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
  const { search, searchParams } = new URL(smtpUrl);
  // The rest of a password with an unencoded question mark, which must not be repeated.
  if (search.includes('@'))
    return 'SMTP_URL has an @ after its ?: special characters of a password must be percent-encoded (RFC 3986)';
  const options = new Map<string, string>();
  for (const [option, value] of searchParams) {
    const problem = unknownOption(option) ?? wrongValue(option, value);
    if (problem) return problem;
    // nodemailer makes a list of both values, which it takes for true.
    if (options.has(option)) return `SMTP_URL must have its option ${option} once`;
    options.set(option, value);
  }
  return contradiction(options);
}

function unknownOption(option: string): string | undefined {
  if (SMTP_OPTIONS.includes(option)) return undefined;
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

function contradiction(options: ReadonlyMap<string, string>): string | undefined {
  for (const other of ['ignoreTLS', 'opportunisticTLS']) {
    if (options.get('requireTLS') === 'true' && options.get(other) === 'true')
      return `SMTP_URL must not have both requireTLS and ${other}: one forbids unencrypted mail, the other allows it`;
  }
  const oldest = TLS_VERSIONS.indexOf(options.get('tls.minVersion') ?? DEFAULT_MIN_VERSION);
  const newest = TLS_VERSIONS.indexOf(options.get('tls.maxVersion') ?? DEFAULT_MAX_VERSION);
  if (oldest > newest)
    return `SMTP_URL must not have a tls.maxVersion older than its tls.minVersion, which is ${DEFAULT_MIN_VERSION} by default`;
  const ciphers = options.get('tls.ciphers')?.split(':') ?? [];
  // Those of TLS 1.3 have names of their own, and are of no use before.
  if (ciphers.length > 0 && newest < TLS_VERSIONS.indexOf('TLSv1.3') && ciphers.every(isOfTls13))
    return 'SMTP_URL must have ciphers that its tls.maxVersion can use as its option tls.ciphers';
  return undefined;
}

const isOfTls13 = (cipher: string): boolean => cipher.startsWith('TLS_');
