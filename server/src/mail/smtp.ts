import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { mailDomain } from '#server/mail-settings.ts';
import { type ComposedMail, composeMail } from './compose.ts';
import { type Delivery, MailRefused, type MailTransport } from './transport.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
/** For everything up to the end of the message; a mail server that hangs would hold up all mail. */
const HAND_OVER_TIMEOUT_MS = 60_000;
/** Scanning takes its time, and giving up too soon has the same mail delivered twice (RFC 5321, 4.5.3.2.6). */
const ANSWER_TIMEOUT_MS = 2 * 60_000;

/**
 * One connection per mail. A mail counts as sent once the mail server has said so (250), and not before: where the line
 * breaks earlier, it is handed over again under the same Message-ID. The name in the greeting is the host of `publicUrl`,
 * unless `smtpUrl` has a `name`: relays refuse that of a machine behind another address.
 */
export function createSmtpTransport(options: {
  readonly smtpUrl: string;
  readonly from: string;
  /** Its host is that of Message-IDs, too. */
  readonly publicUrl: string;
}): MailTransport {
  const { auth, ...server } = createTransport(options.smtpUrl).options;
  const host = mailDomain(options.publicUrl);

  return {
    async deliver(mail) {
      const { envelope, message } = await composeMail(mail, { from: options.from, host });
      const connection = new SMTPConnection({
        name: host,
        ...server,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: GREETING_TIMEOUT_MS,
        socketTimeout: ANSWER_TIMEOUT_MS,
      });
      try {
        return await handOver(connection, auth, envelope, message);
      } finally {
        connection.close();
      }
    },
  };
}

type Credentials = Parameters<SMTPConnection['login']>[0];

function handOver(
  connection: SMTPConnection,
  auth: Credentials | undefined,
  envelope: ComposedMail['envelope'],
  message: Buffer,
): Promise<Delivery> {
  const body = Readable.from([message]);
  return new Promise<Delivery>((resolve, reject) => {
    const fail = (error: Error): void => {
      clearTimeout(limit);
      const code = 'responseCode' in error ? Number(error.responseCode) : undefined;
      const command = 'command' in error ? String(error.command) : '';
      const refused = code !== undefined && code >= 500 && /^(MAIL FROM|RCPT TO|DATA)$/.test(command);
      reject(refused ? new MailRefused(error.message, { cause: error }) : error);
    };
    const limit = setTimeout(() => fail(new Error('The mail server is too slow')), HAND_OVER_TIMEOUT_MS);
    // It is read once the mail server has asked for it (354).
    body.once('end', () => clearTimeout(limit));
    const send = (): void =>
      connection.send(envelope, body, (error) => {
        if (error) return fail(error);
        resolve('sent');
        connection.quit();
      });
    connection.once('error', fail);
    connection.connect((error) => {
      if (error) fail(error);
      else if (auth) connection.login(auth, (refused) => (refused ? fail(refused) : send()));
      else send();
    });
  });
}
