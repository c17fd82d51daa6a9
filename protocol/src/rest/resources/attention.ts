import { type Static, Type } from 'typebox';
import { ATTENTION_COUNTED, ATTENTION_NAMED, attentionKinds } from '#protocol/attention-kinds.ts';
import { defineOperation, json } from '#protocol/rest/define-operation.ts';
import { DateTime, Nullable, Reference } from '#protocol/rest/field.ts';
import { customerFilter } from '#protocol/rest/filters.ts';

const AttentionRow = Type.Object({
  item: Nullable(Reference('webhooks', 'recordings', 'mails', 'tasks', 'customers', 'devices', 'pairs')),
  name: Type.String(),
  /** Null: never. */
  since: Nullable(DateTime),
  customer: Nullable(Reference('customers')),
});
export type AttentionRow = Static<typeof AttentionRow>;

export const attentionOperations = {
  'attention.read': defineOperation({
    method: 'GET',
    path: 'attention',
    summary: `What needs attention, the gravest kind first: how many of each, ${ATTENTION_COUNTED} at most, and the first ${ATTENTION_NAMED}`,
    query: { customer: customerFilter },
    reply: json(
      Type.Object({
        at: DateTime,
        kinds: Type.Array(
          Type.Object({
            kind: Type.Enum(attentionKinds),
            count: Type.Integer({ minimum: 0, maximum: ATTENTION_COUNTED }),
            /** There are more than were counted. */
            more: Type.Boolean(),
            first: Type.Array(AttentionRow, {
              description:
                'Each with its name, and since when it has been so; `item` is null where the asker may not read it',
            }),
          }),
        ),
      }),
    ),
  }),
} as const;
