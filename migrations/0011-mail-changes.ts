import { type Kysely, sql } from 'kysely';

/**
 * A new mail address waits here until the link that was mailed to it is followed; the account keeps the old one until then. The
 * row outlives the confirmation, since the old address can undo the change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table mail_changes (
  id uuid primary key default uuidv7(),
  user_id uuid references users on delete cascade,
  admin_id uuid references admins on delete cascade,
  customer_id uuid references customers on delete cascade,
  account_id uuid not null generated always as (coalesce(user_id, admin_id, customer_id)) stored,
  -- Null: there was none.
  old_mail text,
  -- Null: the address is removed.
  new_mail text,
  -- Whether the owner of the account asked for it.
  by_owner boolean not null,
  -- In which an admin or the contact of a customer is written to.
  lang text not null check (lang in ('ja', 'en')),
  undo_until timestamptz not null,
  confirmed_at timestamptz,
  -- Withdrawn, replaced by another change, or undone.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, admin_id, customer_id) = 1)
);
create unique index mail_changes_pending on mail_changes (account_id) where confirmed_at is null and ended_at is null;
create index mail_changes_account on mail_changes (account_id, created_at);
-- An address that its former account may take back.
create index mail_changes_old_mail on mail_changes (lower(old_mail)) where confirmed_at is not null and ended_at is null;
create index mail_changes_undo_until on mail_changes (undo_until);
create index mail_changes_user on mail_changes (user_id) where user_id is not null;
create index mail_changes_admin on mail_changes (admin_id) where admin_id is not null;
create index mail_changes_customer on mail_changes (customer_id) where customer_id is not null;

create trigger mail_changes_links_removed after delete on mail_changes
  for each row execute function remove_links_of_deleted();

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in (
  'verify-user', 'verify-admin', 'verify-customer', 'confirm-user', 'confirm-admin', 'confirm-customer', 'undo-mail',
  'reset-user', 'reset-manager', 'reset-admin', 'approve-pair'));
`.execute(db);
}
