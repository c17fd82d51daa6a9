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
 * - `in-doubt`: the line broke after the whole message and before the answer, so the mail server may have taken it.
 */
export type Delivery = 'sent' | 'kept' | 'in-doubt';

export interface MailTransport {
  /** Rejects where the mail has certainly not been taken; `MailRefused` where it never will be. */
  deliver(mail: DeliverableMail): Promise<Delivery>;
}

/** The mail server refuses this mail for good (a 5xx to the envelope or the message). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Without a mail server the row in the database is the delivery: /dev/mailbox shows it. */
export const outboxTransport: MailTransport = { deliver: async () => 'kept' };
