import { sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { features as definition } from '#protocol/rest/resources/feature.ts';
import type { Db } from '#server/db/database.ts';
import type { ServiceName } from '#server/db/settings-tables.ts';
import { invalidField } from '#server/errors.ts';
import { customerIdOf, customerIs, isManagedBy } from '#server/rest/parties.ts';
import { rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('features.id');

const serviceOf = {
  feature_service_video_chat: 'service_video_chat',
  feature_service_group_chat: 'service_group_chat',
} as const;
const featureOf = (service: ServiceName) => `feature_${service}` as const;

interface Flags {
  readonly enabled?: boolean;
  readonly feature_opt_chat_recording?: boolean;
  readonly feature_opt_chat_share_camera?: boolean;
  readonly feature_opt_chat_share_screen?: boolean;
  readonly feature_opt_chat_share_playback?: boolean;
}

const columnsOf = (flags: Flags) => ({
  enabled: flags.enabled ?? false,
  recording: flags.feature_opt_chat_recording ?? false,
  share_camera: flags.feature_opt_chat_share_camera ?? false,
  share_screen: flags.feature_opt_chat_share_screen ?? false,
  share_playback: flags.feature_opt_chat_share_playback ?? false,
});

export const featuresResource = serverResource({
  definition,
  table: 'features',
  rows: (db: Db) => rowSource(db.selectFrom('features').selectAll('features'), id),
  id,
  reaches: {
    side: (principal) => sql<boolean>`features.customer_id = ${customerIdOf(principal)}`,
    managed: isManagedBy(sql.ref('features.customer_id')),
  },
  filters: { customer: customerIs(sql.ref('features.customer_id')) },
  // 1-to-1 chat first: group chat depends on it.
  orders: { name: sql`features.service <> 'service_video_chat'` },
  constraints: { features_customer_id_service_key: { propertyPath: 'name', code: 'not-unique' } },

  show: (row) => ({
    id: row.id,
    customer: iri('customers', row.customer_id),
    name: featureOf(row.service),
    enabled: row.enabled,
    feature_opt_chat_recording: row.recording,
    feature_opt_chat_share_camera: row.share_camera,
    feature_opt_chat_share_screen: row.share_screen,
    feature_opt_chat_share_playback: row.share_playback,
  }),

  async create(context, body) {
    const customerId = idOfIri(body.customer) as CustomerId;
    // A manager may read the own customer's features without managing it.
    if (context.principal?.kind === 'manager' && !context.principal.manages.includes(customerId)) {
      throw invalidField('customer', 'reference-unknown');
    }
    const made = await context.db
      .insertInto('features')
      .values({ customer_id: customerId, service: serviceOf[body.name], ...columnsOf(body) })
      .returning('id')
      .executeTakeFirstOrThrow();
    context.publish({ type: 'features-changed', customerId });
    await context.audit('create', 'features', made.id, customerId);
    return made;
  },

  async update(context, row, body) {
    await context.db
      .updateTable('features')
      .set(({ eb }) => ({ ...columnsOf(body), revision: eb('revision', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    context.publish({ type: 'features-changed', customerId: row.customer_id });
    await context.audit('update', 'features', row.id, row.customer_id);
  },

  async delete(context, row) {
    await context.db.deleteFrom('features').where('id', '=', row.id).execute();
    context.publish({ type: 'features-changed', customerId: row.customer_id });
    await context.audit('delete', 'features', row.id, row.customer_id);
  },
});
