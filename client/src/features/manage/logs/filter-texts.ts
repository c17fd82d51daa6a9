import { msg } from '@lingui/core/macro';
import { actionWords, resourceWords } from '#client/features/manage/task/task-words.ts';
import { type FieldText, oneOf } from './value-texts.ts';

const party: FieldText = { label: msg`User or device` };
const state = msg`State`;

/** Filters and orders of lists that are no fields with words of their own, by the path of the resource and by their names at the API. */
export const filterTexts: Readonly<Record<string, Readonly<Record<string, FieldText>>>> = {
  pairs: { party },
  groups: { party, userId: { label: msg`User` } },
  guest_links: {
    kind: { label: msg`Kind of link`, show: oneOf({ direct: msg`1-to-1`, group: msg`Group` }) },
    state: {
      label: state,
      show: oneOf({
        ACTIVE: msg({ message: 'Active', context: 'link' }),
        EXPIRED: msg({ message: 'Expired', context: 'link' }),
        REVOKED: msg({ message: 'Revoked', context: 'link' }),
      }),
    },
  },
  connections: { ownPeer: { label: msg`With` } },
  recordings: { owner: { label: msg`Owner` } },
  notifications: { unread: { label: msg`Unread`, show: oneOf({ true: msg`Yes`, false: msg`No` }) } },
  webhook_deliveries: { webhook: { label: msg`Webhook` } },
  services: { owner: { label: msg`Owner` } },
  tasks: {
    resource: { label: msg`Object`, show: oneOf(resourceWords) },
    action: { label: msg`Action`, show: oneOf(actionWords) },
  },
  task_rows: { task: { label: msg`Task` }, number: { label: msg`Row` } },
};
