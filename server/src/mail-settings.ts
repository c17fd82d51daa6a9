import { isIP } from 'node:net';
import { meantName } from '#platform/unknown-variable.ts';

/** Words, or a quoted string: anything else is no name to a mail server, and 'Name: <…>' a group of none (RFC 5322, 3.4). */
const NAME = String.raw`(?:[^()<>[\]:;@\\,"\r\n]*|"[^"\\\r\n]*" *)`;
const ADDRESS = String.raw`[^()<>[\]:;@\\,"\s]+@(?:[^()<>[\]:;@\\,"\s]+|\[[\w.:]+\])`;

/** A sender: `calls@example.com`, `Hibiki <calls@example.com>` or `"Hibiki: Calls" <calls@example.com>`. */
export const SENDER = {
  test: new RegExp(`^(?:${ADDRESS}|${NAME}<${ADDRESS}>)$`),
  says: 'a mail address, such as `Hibiki <calls@example.com>`; a name with a mark such as : or , stands in double quotes',
};

/** As every text on mail has them (RFC 2606): no one's mail server. */
const EXAMPLE_HOST = /(^|\.)example(\.(com|net|org))?$/i;

/** Whether the address of a mail server was copied from an example. */
export const isExampleServer = (smtpUrl: string): boolean => EXAMPLE_HOST.test(new URL(smtpUrl).hostname);

const FLAGS = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'tls.rejectUnauthorized'];

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
  for (const [option, value] of searchParams) {
    if (!SMTP_OPTIONS.includes(option)) {
      const meant = meantOption(option);
      const unknown = `SMTP_URL has the unknown option ${option}`;
      return meant ? `${unknown}; is ${meant} meant?` : unknown;
    }
    // nodemailer takes any other text for true, False and off included.
    if (FLAGS.includes(option) && value !== 'true' && value !== 'false')
      return `SMTP_URL must have \`true\` or \`false\` as its option ${option}`;
  }
  return undefined;
}

/** In small letters, since TLS is easily written Tls or tls. */
function meantOption(option: string): string | undefined {
  const lower = SMTP_OPTIONS.map((known) => known.toLowerCase());
  const meant = meantName(option.toLowerCase(), lower);
  return SMTP_OPTIONS.find((known) => known.toLowerCase() === meant);
}

/** The host of an address as mail names it: a domain, or a literal for an IP address (RFC 5321, 4.1.3). */
export function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:');
  return isIP(hostname) === 4 ? `[${hostname}]` : hostname;
}

/** The sender where none is set. */
export const defaultSender = (publicUrl: string): string => `Hibiki <no-reply@${mailDomain(publicUrl)}>`;
