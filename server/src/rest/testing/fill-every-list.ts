import type { CustomerId, GroupId, UserId } from '#protocol/ids.ts';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import { insertRecording, insertTask, insertWebhook } from '#server/testing/rows.ts';
import type { TestApi } from './open-test-api.ts';

/** At least one item of every list: what a user has, a call, its recording, a webhook that was told of it, and so on. */
export async function fillEveryList(
  api: TestApi,
  customerId: CustomerId,
  userId: UserId,
): Promise<{ readonly group: GroupId }> {
  const { db } = api;
  const { id: device } = await api.makeDevice({ number: 99, customerId });
  const pair = await api.makePair(userId, { device });
  const group = await api.makeGroup(userId, 'Filled', [pair]);
  await db
    .transaction()
    .execute((trx) =>
      issueGuestLink(trx, api.auth.guestTokens, { kind: 'direct', userId }, 'guest@example.com'),
    );
  const at = new Date();
  await db
    .insertInto('connections')
    .values({
      customer_id: customerId,
      user_id: userId,
      kind: 'direct',
      call_id: crypto.randomUUID(),
      peer_id: userId,
      started_at: at,
      ended_at: at,
      duration_s: 0,
      end_reason: 'hung-up',
    })
    .execute();
  await insertRecording(db, { customerId, userId }, { name: 'Filled' });
  const webhook = await insertWebhook(db, customerId);
  await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: webhook.id,
      customer_id: customerId,
      event: 'user.verified',
      subject: userId,
      payload: '{}',
    })
    .execute();
  await db
    .insertInto('notifications')
    .values({ customer_id: customerId, title_ja: '題', title_en: 'Filled' })
    .execute();
  await db
    .insertInto('logs')
    .values({ actor_kind: 'system', action: 'test', resource: 'tests', customer_id: customerId })
    .execute();
  await insertTask(db, { kind: 'user', id: userId, customerId });
  await db
    .insertInto('mails')
    // Only one that failed can be deleted.
    .values({
      recipient: 'filled@example.com',
      subject: 'Filled',
      text: 'Filled',
      html: '<p>Filled</p>',
      failed_at: new Date(),
    })
    .execute();
  return { group };
}
