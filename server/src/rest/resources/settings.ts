import { sql } from 'kysely';
import { DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
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

  assertChangeable: (context, row) => assertNotAbove(context, row.user_id),

  async update(context, row, body) {
    await context.db
      .updateTable('settings')
      .set(({ eb }) => ({
        video_bandwidth: body.video_chat_video_bandwidth ?? DEFAULT_CALL_SETTINGS.videoBandwidth,
        video_codec: body.video_chat_video_codec ?? DEFAULT_CALL_SETTINGS.videoCodec,
        audio_bandwidth: body.video_chat_audio_bandwidth ?? DEFAULT_CALL_SETTINGS.audioBandwidth,
        audio_codec: body.video_chat_audio_codec ?? DEFAULT_CALL_SETTINGS.audioCodec,
        agc: body.video_chat_agc ?? DEFAULT_CALL_SETTINGS.autoGainControl,
        echo_cancellation: body.video_chat_echo_cancellation ?? DEFAULT_CALL_SETTINGS.echoCancellation,
        noise_suppression: body.video_chat_noise_suppression ?? DEFAULT_CALL_SETTINGS.noiseSuppression,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    await context.audit('update', 'settings', row.id, row.customer_id);
    context.publish({ type: 'settings-changed', parties: [`user:${row.user_id}`] });
  },
});
