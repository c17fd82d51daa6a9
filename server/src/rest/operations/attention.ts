import { iri } from '#protocol/rest/field.ts';
import type { AttentionRow } from '#protocol/rest/resources/attention.ts';
import type { DatabaseDisk } from '#server/db/database-disk.ts';
import { customerScope } from '#server/rest/customer-scope.ts';
import { type Operation, operation } from '#server/rest/operation.ts';
import { readAttention, type StoredAttentionKind } from '#server/stats/attention.ts';
import { ofCustomers } from '#server/stats/customer-scope.ts';

const paths = {
  'webhooks-failing': 'webhooks',
  'recordings-interrupted': 'recordings',
  'mails-failed': 'mails',
  'tasks-failed': 'tasks',
  'customers-unverified': 'customers',
  'devices-silent': 'devices',
  'invitations-unanswered': 'pairs',
} as const satisfies Record<StoredAttentionKind, string>;

const MEGABYTE = 1_000_000;

/** Of the whole installation, and therefore of administrators; named by the free megabytes. */
function diskRows({ state, since, freeBytes }: DatabaseDisk): AttentionRow[] {
  if (state === 'enough') return [];
  const name = String(Math.floor((freeBytes ?? 0) / MEGABYTE));
  return [{ item: null, name, since: since?.toISOString() ?? null, customer: null }];
}

export const attentionOperations: readonly Operation[] = [
  operation('attention.read', async ({ db, principal, who, deps }, { own }) => {
    const customers = await customerScope(db, principal, own.customer);
    const found = await deps.heavyReads.run(() =>
      readAttention(db, {
        of: (column) => ofCustomers(customers, column),
        askerId: principal?.kind === 'guest' ? null : (principal?.id ?? null),
      }),
    );
    const disk = who === 'admin' ? diskRows(deps.disk) : [];
    const noMediaNode = who === 'admin' && deps.usableMediaNodes() === 0;
    return {
      at: new Date().toISOString(),
      kinds: [
        { kind: 'disk-low', count: disk.length, more: false, first: disk },
        { kind: 'media-nodes-missing', count: noMediaNode ? 1 : 0, more: false, first: [] },
        ...found.map(({ kind, count, more, first }) => ({
          kind,
          count,
          more,
          first: first.map(
            ({ id, name, since, customer }): AttentionRow => ({
              // Mails are read by administrators alone.
              item: kind === 'mails-failed' && who !== 'admin' ? null : iri(paths[kind], id),
              name,
              since: since?.toISOString() ?? null,
              customer: customer && iri('customers', customer),
            }),
          ),
        })),
      ],
    };
  }),
];
