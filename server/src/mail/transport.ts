import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface DeliverableMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * What became of a mail that was handed over. `in-doubt`: the line broke after the whole message and before the
 * answer, so that nobody knows whether the mail server took it.
 */
export type Delivery = 'sent' | 'in-doubt';

export interface MailTransport {
  /** Rejects where the mail has certainly not been taken; `MailRefused` where it never will be. */
  deliver(mail: DeliverableMail): Promise<Delivery>;
}

/** The mail server refuses this mail for good (a 5xx to the envelope or the message). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Without a mail server the row in the database is the delivery: /dev/mailbox shows it. */
export const outboxTransport: MailTransport = { deliver: async () => 'sent' };

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
  const { auth, ...server } = parseConnectionUrl(options.smtpUrl);
  const host = new URL(options.publicUrl).hostname;

  return {
    async deliver(mail) {
      const composed = new MailComposer({
        from: options.from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        // The same at each attempt: a mail server or program that sees one twice may know it.
        messageId: `<${mail.id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }).compile();
      const message = await composed.build();
      const connection = new SMTPConnection({
        ...server,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: GREETING_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
      });
      try {
        return await handOver(connection, auth, composed.getEnvelope(), message);
      } finally {
        connection.close();
      }
    },
  };
}

type Envelope = Parameters<SMTPConnection['send']>[0];
type Credentials = Parameters<SMTPConnection['login']>[0];

function handOver(
  connection: SMTPConnection,
  auth: Credentials | undefined,
  envelope: Envelope,
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
