import { sql } from 'kysely';
import type { DeviceId, UserId } from '#protocol/ids.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import type { Db, Trx } from '#server/db/database.ts';

/**
 * Leaves the user who has invited by a mail a notification that it could not be delivered.
 *
 * @returns whom to tell that there is one, once this is committed
 */
export async function notifySender(
  trx: Trx,
  { sender_id, recipient }: { readonly sender_id: UserId | DeviceId | null; readonly recipient: string },
): Promise<PartyKey | null> {
  const user =
    sender_id &&
    (await trx
      .selectFrom('users')
      .where('id', '=', sender_id as UserId)
      .select('id')
      .forKeyShare()
      .executeTakeFirst());
  if (!user) return null;
  await trx
    .insertInto('notifications')
    .values({
      user_id: user.id,
      customer_id: null,
      title_ja: '招待メールを送信できませんでした',
      title_en: 'Invitation not delivered',
      contents_ja: `${recipient}宛ての招待メールを送信できませんでした。アドレスを確認してから、もう一度招待してください。`,
      contents_en: `The invitation to ${recipient} could not be sent. Check the address, then invite again.`,
    })
    .execute();
  return partyKey({ kind: 'user', id: user.id });
}

/** Addresses, in small letters, that the last mail of this sender could not be delivered to. */
export async function undelivered(
  db: Db,
  sender: UserId | DeviceId,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string; failed: boolean }>`
    select distinct on (lower(recipient)) lower(recipient) as address, failed_at is not null as failed
    from mails
    where sender_id = ${sender} and lower(recipient) = any (${addresses.map((each) => each.toLowerCase())}::text[])
      and (sent_at is not null or failed_at is not null)
    order by lower(recipient), id desc`.execute(db);
  return new Set(rows.flatMap(({ address, failed }) => (failed ? [address] : [])));
}
