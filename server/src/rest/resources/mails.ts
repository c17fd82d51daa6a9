import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { mails as definition } from '#protocol/rest/resources/mail.ts';
import type { Db } from '#server/db/database.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { anyOf, type Condition, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('mails.id');

type MailState = 'PENDING' | 'SENT' | 'FAILED' | 'UNCERTAIN';

/** Each as an index finds it; a mail that is just being handed over is uncertain until the answer comes. */
const isIn: Readonly<Record<MailState, RawBuilder<boolean>>> = {
  SENT: sql`mails.sent_at is not null`,
  FAILED: sql`mails.failed_at is not null`,
  UNCERTAIN: sql`(mails.sending_at is not null and mails.sent_at is null and mails.failed_at is null)`,
  PENDING: sql`(mails.sending_at is null and mails.sent_at is null and mails.failed_at is null)`,
};
const hasState = (value: string): Condition =>
  Object.entries(isIn).find(([state]) => state === value)?.[1] ?? sql<boolean>`false`;

/** Written by the product; through the API one that failed is sent again or deleted. */
const NEVER_CHANGED = 1;

export const mailsResource = serverResource({
  definition,
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('mails')
        // All but the texts: their links are the recipient's alone.
        .select([
          'mails.id',
          'mails.recipient',
          'mails.kind',
          'mails.subject',
          'mails.created_at',
          'mails.sent_at',
          'mails.failed_at',
          sql<MailState>`case when ${isIn.SENT} then 'SENT' when ${isIn.FAILED} then 'FAILED'
            when ${isIn.UNCERTAIN} then 'UNCERTAIN' else 'PENDING' end`.as('state'),
          sql<number>`${NEVER_CHANGED}::integer`.as('revision'),
        ]),
      id,
    ),
  id,
  reaches: {},
  filters: {
    state: (values) => anyOf(...values.map(hasState)),
    ...dateFilters('created', sql.ref('mails.created_at')),
  },
  orders: { created: sql.ref('mails.created_at') },
  search: [sql.ref('mails.recipient')],

  show: (row) => ({
    id: row.id,
    recipient: row.recipient,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    created: row.created_at.toISOString(),
    settled: (row.sent_at ?? row.failed_at)?.toISOString() ?? null,
  }),

  async delete(context, row) {
    assertFailed(row);
    await context.db
      .deleteFrom('mails')
      .where('id', '=', row.id)
      .where('failed_at', 'is not', null)
      .execute();
    await context.audit('delete', 'mails', row.id, null);
  },
});

/** Any other mail has been sent, may have been, or will be. */
export function assertFailed({ state }: { readonly state: MailState }): void {
  if (state !== 'FAILED') throw new AppError('conflict', { message: 'The mail has not failed' });
}
