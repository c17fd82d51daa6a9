import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type ComposedMail, composeMail } from './compose.ts';
import { type Delivery, MailRefused, type MailTransport } from './transport.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/**
 * One connection a mail. Nodemailer's own transport does not tell whether a broken line broke before or after the
 * message; its connection does, since it reads the message only once the mail server has asked for it (354).
 */
export function createSmtpTransport(options: {
  readonly smtpUrl: string;
  readonly from: string;
  /** Host part of Message-IDs. */
  readonly publicUrl: string;
}): MailTransport {
  const { auth, ...server } = createTransport(options.smtpUrl).options;
  const host = new URL(options.publicUrl).hostname;

  return {
    async deliver(mail) {
      const { envelope, message } = await composeMail(mail, { from: options.from, host });
      const connection = new SMTPConnection({
        ...server,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: GREETING_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
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
  let wholeMessageWritten = false;
  body.once('end', () => {
    wholeMessageWritten = true;
  });
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      const code = 'responseCode' in error ? Number(error.responseCode) : undefined;
      const command = 'command' in error ? String(error.command) : '';
      const refused = code !== undefined && code >= 500 && /^(MAIL FROM|RCPT TO|DATA)$/.test(command);
      if (refused) reject(new MailRefused(error.message, { cause: error }));
      else if (code === undefined && wholeMessageWritten) resolve('in-doubt');
      else reject(error);
    };
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
