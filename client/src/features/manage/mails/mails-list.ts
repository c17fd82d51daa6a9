import { msg } from '@lingui/core/macro';
import { type ListDefinition, optionsOf } from '#client/features/manage/table/list-definition.ts';
import { mailStateTexts } from './mail-texts.ts';

export const mailsList: ListDefinition = {
  name: 'mails',
  sorts: ['created'],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: msg`State`,
      options: optionsOf(mailStateTexts, 'FAILED', 'UNCERTAIN', 'PENDING', 'SENT'),
    },
    { kind: 'days', name: 'created', label: msg`Written` },
  ],
};
