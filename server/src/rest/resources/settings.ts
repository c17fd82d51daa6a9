import { sql } from 'kysely';
import { iri } from '#protocol/rest/field.ts';
import { settings as definition } from '#protocol/rest/resources/setting.ts';
import type { Db } from '#server/db/database.ts';
import { assertNotAbove } from '#server/rest/managers.ts';
import { isManagedBy, userIdOf } from '#server/rest/parties.ts';
import { rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('settings.id');

export const settingsResource = serverResource({
  definition,
  table: 'settings',
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('settings')
        .innerJoin('users', 'users.id', 'settings.user_id')
        .selectAll('settings')
        .select(['users.nickname', 'users.mail', 'users.customer_id']),
      id,
    ),
  id,
  reaches: {
    own: (principal) => sql<boolean>`settings.user_id = ${userIdOf(principal)}`,
    managed: isManagedBy(sql.ref('users.customer_id')),
  },
  filters: {},
  orders: { name: sql.ref('users.mail') },

  show: (row) => ({
    id: row.id,
    user: iri('users', row.user_id),
    name: row.nickname || row.mail,
    video_chat_video_bandwidth: row.video_bandwidth,
    video_chat_video_codec: row.video_codec,
    video_chat_audio_bandwidth: row.audio_bandwidth,
    video_chat_audio_codec: row.audio_codec,
    video_chat_agc: row.agc,
    video_chat_echo_cancellation: row.echo_cancellation,
    video_chat_noise_suppression: row.noise_suppression,
  }),

  async update(context, row, body) {
    await assertNotAbove(context, row.user_id);
    await context.db
      .updateTable('settings')
      .set(({ eb }) => ({
        video_bandwidth: body.video_chat_video_bandwidth ?? 200,
        video_codec: body.video_chat_video_codec ?? 'VP8',
        audio_bandwidth: body.video_chat_audio_bandwidth ?? 16,
        audio_codec: body.video_chat_audio_codec ?? null,
        agc: body.video_chat_agc ?? null,
        echo_cancellation: body.video_chat_echo_cancellation ?? null,
        noise_suppression: body.video_chat_noise_suppression ?? null,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    await context.audit('update', 'settings', row.id, row.customer_id);
    context.publish({ type: 'settings-changed', parties: [`user:${row.user_id}`] });
  },
});
