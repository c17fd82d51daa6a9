import type { DeviceId, UserId } from '#protocol/ids.ts';
import type { Trx } from '#server/db/database.ts';

export type Language = 'ja' | 'en';

/** What a mail says; each has its words in templates/ja.ts and templates/en.ts. */
export type MailContent =
  | { readonly kind: 'verify-account'; readonly link: string }
  | { readonly kind: 'verify-customer'; readonly name: string; readonly link: string }
  | { readonly kind: 'reset-password'; readonly link: string }
  | { readonly kind: 'password-changed'; readonly link: string }
  | { readonly kind: 'pair-invitation'; readonly inviter: string; readonly link: string }
  /** To a guest: a link that calls the inviter. */
  | {
      readonly kind: 'direct-invitation';
      readonly inviter: string;
      readonly ends: Date;
      /** IANA name in which it is written. */
      readonly timeZone: string;
      readonly link: string;
    }
  | GroupInvitation;

export interface GroupInvitation {
  readonly kind: 'group-invitation';
  readonly inviter: string;
  readonly group: string;
  /** A guest's link lets whoever holds it in; a member signs in. */
  readonly guest: boolean;
  readonly starts: Date | null;
  readonly ends: Date | null;
  /** IANA name in which the two are written. */
  readonly timeZone: string;
  readonly link: string;
}

export interface Mail {
  readonly to: string;
  /** Who invites by it, and hears of it when it cannot be delivered. */
  readonly sender?: UserId | DeviceId;
  /** The reader's. */
  readonly lang: Language;
  readonly content: MailContent;
}

/** Queues a mail in the caller's transaction: it goes out if and only if that commits. */
export type QueueMail = (trx: Trx, mail: Mail) => Promise<void>;
