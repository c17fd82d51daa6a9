import type { AttentionKind } from '#protocol/attention-kinds.ts';
import { iri } from '#protocol/rest/field.ts';
import type { AttentionRow } from '#protocol/rest/resources/attention.ts';
import { customerScope } from '#server/rest/customer-scope.ts';
import { type Operation, operation } from '#server/rest/operation.ts';
import { readAttention } from '#server/stats/attention.ts';
import { ofCustomers } from '#server/stats/customer-scope.ts';

const paths = {
  'webhooks-failing': 'webhooks',
  'recordings-interrupted': 'recordings',
  'mails-failed': 'mails',
  'tasks-failed': 'tasks',
  'customers-unverified': 'customers',
  'devices-silent': 'devices',
  'invitations-unanswered': 'pairs',
} as const satisfies Record<AttentionKind, string>;

export const attentionOperations: readonly Operation[] = [
  operation('attention.read', async ({ db, principal, who, deps }, { own }) => {
    const customers = await customerScope(db, principal, own.customer);
    const found = await deps.heavyReads.run(() =>
      readAttention(db, {
        of: (column) => ofCustomers(customers, column),
        askerId: principal?.kind === 'guest' ? null : (principal?.id ?? null),
      }),
    );
    return {
      at: new Date().toISOString(),
      kinds: found.map(({ kind, count, more, first }) => ({
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
    };
  }),
];
