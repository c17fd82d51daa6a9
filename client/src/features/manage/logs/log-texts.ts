import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { serviceTexts } from '#client/features/manage/services/service-texts.ts';
import { eventText } from '#client/features/manage/webhooks/event-text.ts';
import type { AuditAction } from '#protocol/audit-actions.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import { oneOf } from './value-texts.ts';

const textByAction: Readonly<Record<AuditAction, MessageDescriptor>> = {
  create: msg({ message: 'Added', context: 'log' }),
  update: msg`Changed`,
  delete: msg({ message: 'Deleted', context: 'log' }),
  verify: msg`Address verified`,
  approve: msg({ message: 'Approved', context: 'log' }),
  invite: msg({ message: 'Invited', context: 'log' }),
  resend: msg`Mail sent again`,
  'send-reset': msg`Password link sent`,
  'make-reset-link': msg`Password link made`,
  'reset-password': msg`Password reset`,
  'change-password': msg`Password changed`,
  'change-mail': msg`Address change requested`,
  'withdraw-mail': msg`Address change cancelled`,
  'undo-mail': msg`Address change undone`,
  'change-role': msg`Role changed`,
  'add-manager': msg`Manager added`,
  'remove-manager': msg`Manager removed`,
  'renew-secret': msg`Secret renewed`,
  'make-film': msg`Film made`,
  'delete-film': msg`Film deleted`,
  assign: msg`Assigned`,
  share: msg`Shared by a link`,
  unshare: msg`Share link deleted`,
  revoke: msg`Revoked`,
  redeliver: msg`Delivered again`,
  test: msg`Tried out`,
  retry: msg`Tried again`,
  undo: msg({ message: 'Undone', context: 'log' }),
  check: msg`Import checked`,
  run: msg`Import run`,
  start: msg({ message: 'Started', context: 'log' }),
  continue: msg({ message: 'Continued', context: 'task' }),
  cancel: msg({ message: 'Cancelled', context: 'task' }),
  'end-call': msg`Call ended`,
  'remove-member': msg`Removed from the call`,
  drain: msg`Drained`,
  resume: msg`Taking calls again`,
  export: msg`Export requested`,
  download: msg`Downloaded`,
  'agree-to-terms': msg`Terms agreed to`,
  'sign-in': msg`Signed in`,
  'sign-in-failed': msg`Sign-in failed`,
  'locked-out': msg`Locked out`,
  'sign-out': msg`Signed out`,
  'token-replayed': msg`Used sign-in token again`,
};

/** What was done, by the name that the API gives it; one that only another version of the server knows is shown as it is. */
export const actionTexts: Readonly<Record<string, MessageDescriptor>> = textByAction;

/** What has entries of its own without being a list that can be exported. */
type OtherResource = 'settings' | 'calls' | 'nodes' | 'exports';

const textByResource: Readonly<Record<ExportedResource | OtherResource, MessageDescriptor>> = {
  users: msg`User`,
  devices: msg`Device`,
  pairs: msg`Pair`,
  groups: msg`Group`,
  customers: msg`Customer`,
  features: msg`Features of a customer`,
  services: msg`Service`,
  settings: msg`Call settings`,
  notifications: msg`Notification`,
  recordings: msg`Recording of a call`,
  webhooks: msg`Webhook`,
  webhook_deliveries: msg`Webhook delivery`,
  calls: msg`Call`,
  nodes: msg`Media node`,
  mails: msg`E-mail`,
  guest_links: msg`Guest link`,
  admins: msg`Administrator`,
  tasks: msg`Task`,
  task_rows: msg`Rows of a task`,
  connections: msg`Call history`,
  logs: msg`Audit log`,
  exports: msg({ message: 'Export', context: 'log' }),
};

/** To what it was done, by the path of the resource. */
export const resourceTexts: Readonly<Record<string, MessageDescriptor>> = textByResource;

/** Of objects that have no name of their own: what the API calls them, after the name of the customer if there is one. */
export const showObjectName: Readonly<Record<string, ReturnType<typeof oneOf>>> = {
  services: oneOf(serviceTexts),
  features: oneOf(serviceTexts),
  webhook_deliveries: oneOf(eventText),
};

/** Who did it, where that has no name. */
export const actorTexts: Readonly<Record<string, MessageDescriptor>> = {
  nobody: msg`Not signed in`,
  user: msg`User`,
  device: msg`Device`,
  manager: msg`Manager`,
  admin: msg`Administrator`,
  'share-link': msg`Holder of a share link`,
  operator: msg`Operator of the server`,
  system: msg`The system itself`,
};
