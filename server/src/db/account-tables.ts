import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { AdminId, CustomerId, Id, UserId } from '#protocol/ids.ts';
import type { FilmFormat } from '#protocol/sfu/film.ts';
import type { GeneratedTime, SetByTrigger } from './columns.ts';

export type VerifiedState = 'UNVERIFIED' | 'VERIFIED';

export interface CustomersTable {
  id: Generated<CustomerId>;
  name: string;
  mail: string | null;
  state: Generated<VerifiedState>;
  /** IANA name; statistics are counted in it. */
  time_zone: Generated<string>;
  is_default: Generated<boolean>;
  /** Null: as long as the installation keeps them. */
  recording_keep_days: Generated<number | null>;
  /** GB of 10⁹ bytes; null: no limit. */
  recording_quota_gb: Generated<number | null>;
  /** Made of each recording by itself; null: none. */
  recording_film: Generated<FilmFormat | null>;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface UsersTable {
  id: Generated<UserId>;
  mail: string;
  /** `lower(mail)`: what is unique, and what sign-in looks for. */
  mail_key: GeneratedAlways<string>;
  nickname: Generated<string>;
  /** PHC string (auth/password.ts). */
  password_hash: string;
  state: Generated<VerifiedState>;
  is_manager: Generated<boolean>;
  lang: Generated<'ja' | 'en'>;
  terms_agreed_at: Date | null;
  /** When someone without a password was last invited to set one. */
  invited_at: Generated<Date | null>;
  customer_id: CustomerId;
  revision: Generated<number>;
  created_at: GeneratedTime;
  updated_at: SetByTrigger<Date>;
}

export interface AdminsTable {
  id: Generated<AdminId>;
  mail: string;
  mail_key: GeneratedAlways<string>;
  password_hash: string;
  state: Generated<VerifiedState>;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface RefreshTokensTable {
  id: Generated<Id<'refreshToken'>>;
  family_id: string;
  parent_id: Id<'refreshToken'> | null;
  principal_kind: 'user' | 'admin' | 'device';
  principal_id: string;
  token_hash: Buffer;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  created_at: GeneratedTime;
}

export type OneTimePurpose =
  | 'verify-user'
  | 'verify-admin'
  | 'verify-customer'
  | 'confirm-user'
  | 'confirm-admin'
  | 'confirm-customer'
  | 'undo-mail'
  | 'reset-user'
  | 'reset-manager'
  | 'reset-admin'
  | 'approve-pair';

export interface OneTimeTokensTable {
  id: Generated<Id<'oneTimeToken'>>;
  purpose: OneTimePurpose;
  target: string;
  token_hash: Buffer;
  expires_at: Date;
  used_at: Date | null;
  created_at: GeneratedTime;
}

/** Of one of the three accounts. */
export interface MailChangesTable {
  id: Generated<Id<'mailChange'>>;
  user_id: UserId | null;
  admin_id: AdminId | null;
  customer_id: CustomerId | null;
  account_id: GeneratedAlways<string>;
  /** Null: there was none. */
  old_mail: string | null;
  /** Null: the address is removed. */
  new_mail: string | null;
  /** Whether the owner of the account asked for it. */
  by_owner: boolean;
  /** In which an admin or the contact of a customer is written to. */
  lang: 'ja' | 'en';
  undo_until: Date;
  confirmed_at: Date | null;
  /** Withdrawn, replaced by another change, or undone. */
  ended_at: Date | null;
  created_at: GeneratedTime;
}

export type MailChangeRow = Selectable<MailChangesTable>;
