import { msg } from '@lingui/core/macro';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';

export const webhooksList: ListDefinition = {
  name: 'webhooks',
  sorts: ['created', 'name', 'url'],
  filters: [
    {
      kind: 'choice',
      name: 'enabled',
      label: msg`State`,
      options: [
        { value: 'true', label: msg`Enabled` },
        { value: 'false', label: msg`Disabled` },
      ],
    },
  ],
};

export const deliveriesList: ListDefinition = {
  name: 'webhook_deliveries',
  sorts: ['created'],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: msg`State`,
      options: [
        { value: 'PENDING', label: msg`Not delivered yet` },
        { value: 'DELIVERED', label: msg`Delivered` },
        { value: 'FAILED', label: msg`Failed` },
      ],
    },
    {
      kind: 'choice',
      name: 'event',
      label: msg`Event`,
      options: [
        { value: 'call.started', label: msg`A call started` },
        { value: 'call.ended', label: msg`A call ended` },
        { value: 'recording.ready', label: msg`A recording is ready` },
        { value: 'film.ready', label: msg`A film of a recording is ready` },
        { value: 'user.verified', label: msg`A user verified their e-mail address` },
        { value: 'webhook.test', label: msg`Test event` },
      ],
    },
    { kind: 'days', name: 'created', label: msg`Created` },
  ],
};
