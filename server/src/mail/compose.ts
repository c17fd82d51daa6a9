import MailComposer from 'nodemailer/lib/mail-composer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { DeliverableMail } from './transport.ts';

export interface ComposedMail {
  readonly envelope: Parameters<SMTPConnection['send']>[0];
  /** RFC 5322, with MIME parts. */
  readonly message: Buffer;
}

/** @param host of the Message-ID */
export async function composeMail(
  mail: DeliverableMail,
  { from, host }: { readonly from: string; readonly host: string },
): Promise<ComposedMail> {
  const composed = new MailComposer({
    from,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // The same at each attempt: a mail server or program that sees one twice may know it.
    messageId: `<${mail.id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }).compile();
  return { envelope: composed.getEnvelope(), message: await composed.build() };
}
