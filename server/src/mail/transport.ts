export interface DeliverableMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * What became of a mail that was handed over. `in-doubt`: the line broke after the whole message and before the
 * answer, so that no one knows whether the mail server took it.
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
