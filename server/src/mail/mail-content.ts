import type { AdminId, CustomerId, DeviceId, TaskId, UserId } from '#protocol/ids.ts';
import type { Trx } from '#server/db/database.ts';

export type Language = 'ja' | 'en';

/** What a mail says; each has its words in templates/ja.ts and templates/en.ts. */
export type MailContent = LetterContent | InvitationContent;
export type MailKind = MailContent['kind'];

/** What the product writes to an account, or to prove an address. */
export type LetterContent =
  | { readonly kind: 'verify-account'; readonly link: string }
  /** To someone for whom a manager or an admin has made an account: the link sets the first password. */
  | { readonly kind: 'account-invitation'; readonly customer: string; readonly link: string }
  | { readonly kind: 'verify-customer'; readonly name: string; readonly link: string }
  /** To the new address of an account or a customer. */
  | { readonly kind: 'confirm-mail'; readonly link: string }
  /** To the old one, with the link that undoes the change. */
  | { readonly kind: 'mail-change-requested'; readonly newMail: string; readonly link: string }
  /** Likewise. Null: the address was removed. */
  | { readonly kind: 'mail-changed'; readonly newMail: string | null; readonly link: string }
  | { readonly kind: 'reset-password'; readonly link: string }
  | { readonly kind: 'password-changed'; readonly link: string };

/** Who invites. A nickname may be empty; the address is verified. */
export type Inviter =
  | { readonly kind: 'user'; readonly nickname: string; readonly mail: string }
  | { readonly kind: 'device'; readonly name: string };

/** The installation that mails come from. */
export interface MailService {
  /** Who runs it. */
  readonly operator: string;
  /** Where it is found. */
  readonly host: string;
}

/** What one person makes the product write to another. */
export type InvitationContent =
  | { readonly kind: 'pair-invitation'; readonly inviter: Inviter; readonly link: string }
  /** To a guest: a link that calls the inviter. */
  | {
      readonly kind: 'direct-invitation';
      readonly inviter: Inviter;
      readonly ends: Date;
      /** IANA name in which it is written. */
      readonly timeZone: string;
      readonly link: string;
    }
  | GroupInvitation;

export interface GroupInvitation {
  readonly kind: 'group-invitation';
  readonly inviter: Inviter;
  readonly group: string;
  /** A guest's link lets anyone who holds it in, until its end; null: a member, who signs in. */
  readonly guest: { readonly linkEnds: Date } | null;
  readonly starts: Date | null;
  readonly ends: Date | null;
  /** IANA name in which the two are written. */
  readonly timeZone: string;
  readonly link: string;
}

interface Addressed {
  readonly to: string;
  /** The reader's. */
  readonly lang: Language;
}

/** The account whose request a mail follows. */
export type MailCause = UserId | DeviceId | AdminId;

export interface Letter extends Addressed {
  readonly content: LetterContent;
  /** Whose daily limit it counts in; no one's where the asker is not signed in. */
  readonly causedBy?: MailCause;
  /** One of many at once: waits for its turn among those of the customer, and counts in no one's daily limit. */
  readonly paced?: { readonly customerId: CustomerId; readonly taskId: TaskId };
}

export interface Invitation extends Addressed {
  readonly content: InvitationContent;
  /** Who invites by it, and hears of it when it cannot be delivered. */
  readonly sender: UserId | DeviceId;
  /** What it invites to, e.g. `group:…`: the same person is not invited to it again at once. */
  readonly about: string;
}

export type Mail = Letter | Invitation;

/**
 * Queues a mail in the caller's transaction: it goes out if and only if that commits. Throws `too-many-mails`, before
 * anything is written (mail-limits.ts); a caller with several recipients queues them in the order of their addresses.
 * Resolves with the time when it goes out.
 */
export type QueueMail = (trx: Trx, mail: Mail) => Promise<Date>;
