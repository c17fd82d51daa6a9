import { isIP } from 'node:net';

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

/** The host of an address as mail names it: a domain, or a literal for an IP address (RFC 5321, 4.1.3). */
export function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:');
  return isIP(hostname) === 4 ? `[${hostname}]` : hostname;
}

/** The sender where none is set. */
export const defaultSender = (publicUrl: string): string => `Hibiki <no-reply@${mailDomain(publicUrl)}>`;
