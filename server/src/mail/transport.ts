export interface DeliverableMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Result of a delivery.
 * - `sent`: the mail server took the mail.
 * - `kept`: there is no mail server; the row is the only copy and keeps its text.
 */
export type Delivery = 'sent' | 'kept';

export interface MailTransport {
  /** Rejects where the mail server has not said that it took the mail; with `MailRefused` where it never will. */
  deliver(mail: DeliverableMail): Promise<Delivery>;
}

/** The mail server refuses this mail for good (a 5xx to the envelope or the message). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Without a mail server the row in the database is the delivery: /dev/mailbox shows it. */
export const outboxTransport: MailTransport = { deliver: async () => 'kept' };
