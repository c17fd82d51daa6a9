import type { CustomerId, Id } from '#protocol/ids.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import type { Trx } from '#server/db/database.ts';

/**
 * Switches a webhook off that takes nothing any more, and leaves its customer's managers a notification each.
 *
 * @returns whom to tell that there is one, once this is committed
 */
export async function disableWebhook(
  trx: Trx,
  webhook: {
    readonly id: Id<'webhook'>;
    readonly name: string;
    readonly url: string;
    readonly customer_id: CustomerId;
  },
): Promise<readonly PartyKey[]> {
  await trx
    .updateTable('webhooks')
    .set(({ eb }) => ({ enabled: false, revision: eb('revision', '+', 1) }))
    .where('id', '=', webhook.id)
    .execute();
  const managers = await trx
    .selectFrom('customer_managers')
    .where('customer_id', '=', webhook.customer_id)
    .select('user_id')
    .execute();
  if (managers.length === 0) return [];
  const name = webhook.name || new URL(webhook.url).host;
  await trx
    .insertInto('notifications')
    .values(
      managers.map(({ user_id }) => ({
        user_id,
        customer_id: null,
        title_ja: 'Webhookを無効にしました',
        title_en: 'Webhook disabled',
        contents_ja: `Webhook「${name}」への配信に失敗し続けたため、無効にしました。受信側を確認してから、もう一度有効にしてください。`,
        contents_en: `Deliveries to the webhook “${name}” kept failing, so it was disabled. Check the receiving system, then enable the webhook again.`,
      })),
    )
    .execute();
  return managers.map(({ user_id }) => partyKey({ kind: 'user', id: user_id }));
}
