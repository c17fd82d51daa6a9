import { setupI18n } from '@lingui/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { adminsList } from '#client/features/manage/admins/admins-list.ts';
import { useAdminColumns } from '#client/features/manage/admins/use-admin-columns.tsx';
import { connectionsList, partyCallsList } from '#client/features/manage/connections/connections-list.ts';
import { useConnectionColumns } from '#client/features/manage/connections/use-call-columns.tsx';
import { usePartyCallColumns } from '#client/features/manage/connections/use-party-call-columns.tsx';
import { customersList } from '#client/features/manage/customer/customers-list.ts';
import { useCustomerColumns } from '#client/features/manage/customer/use-customer-columns.tsx';
import { devicesList } from '#client/features/manage/devices/devices-list.ts';
import { useDeviceColumns } from '#client/features/manage/devices/use-device-columns.tsx';
import { groupsList } from '#client/features/manage/groups/groups-list.ts';
import { useGroupColumns } from '#client/features/manage/groups/use-group-columns.tsx';
import { usePartyGroupColumns } from '#client/features/manage/groups/use-party-group-columns.tsx';
import { mailsList } from '#client/features/manage/mails/mails-list.ts';
import { useMailColumns } from '#client/features/manage/mails/use-mail-columns.tsx';
import { notificationsList } from '#client/features/manage/notifications/notifications-list.ts';
import { useNotificationColumns } from '#client/features/manage/notifications/use-notification-columns.tsx';
import { pairsList, partyPairsList } from '#client/features/manage/pairs/pairs-list.ts';
import { usePairColumns } from '#client/features/manage/pairs/use-pair-columns.tsx';
import { usePartyPairColumns } from '#client/features/manage/pairs/use-party-pair-columns.tsx';
import { recordingsList } from '#client/features/manage/recordings/recordings-list.ts';
import { useRecordingColumns } from '#client/features/manage/recordings/use-recording-columns.tsx';
import { type ColumnToExport, exportedColumns } from '#client/features/manage/table/exported-columns.ts';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';
import { taskRowsList, tasksList } from '#client/features/manage/task/tasks-list.ts';
import { useTaskColumns, useTaskRowColumns } from '#client/features/manage/task/use-task-columns.tsx';
import { useUserColumns } from '#client/features/manage/users/use-user-columns.tsx';
import { usersList } from '#client/features/manage/users/users-list.ts';
import { useDeliveryColumns } from '#client/features/manage/webhooks/use-delivery-columns.tsx';
import { useWebhookColumns } from '#client/features/manage/webhooks/use-webhook-columns.tsx';
import { deliveriesList, webhooksList } from '#client/features/manage/webhooks/webhooks-list.ts';
import { resources } from '#protocol/rest/api.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import { changesInWords } from './changes-in-words.ts';
import { columnTexts } from './column-texts.ts';
import { logExportWords } from './export-words.ts';
import { logsList, objectLogList } from './logs-list.ts';
import { useLogColumns } from './use-log-columns.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
vi.mock('#client/features/manage/shell/use-scope.ts', () => ({
  useScope: () => ({ customerId: null, customerIds: null }),
  useConsolePath: () => (path: string) => path,
}));
// Their modules take a browser.
vi.mock('#client/api/token-store.ts', () => ({}));
vi.mock('#client/features/manage/pick/owner-name.tsx', () => ({ OwnerName: () => null }));
vi.mock('./actor-name.tsx', () => ({ ActorName: () => null }));
vi.mock('./use-log-reader.ts', () => ({ useLogReader: () => ({ isAdmin: true, id: '' }) }));
vi.mock('#client/i18n/use-language.ts', () => ({ useLanguage: () => 'en' }));

interface ExportedList {
  readonly definition: ListDefinition;
  readonly resource: ExportedResource;
  readonly columns: () => readonly ColumnToExport[];
}

const lists: readonly ExportedList[] = [
  { definition: usersList, resource: 'users', columns: () => useUserColumns(true) },
  { definition: adminsList, resource: 'admins', columns: useAdminColumns },
  { definition: devicesList, resource: 'devices', columns: () => useDeviceColumns(true) },
  { definition: pairsList, resource: 'pairs', columns: () => usePairColumns(true) },
  { definition: partyPairsList, resource: 'pairs', columns: () => usePartyPairColumns('/api/v1/users/1') },
  { definition: groupsList, resource: 'groups', columns: useGroupColumns },
  { definition: groupsList, resource: 'groups', columns: () => usePartyGroupColumns('/api/v1/users/1') },
  { definition: customersList, resource: 'customers', columns: useCustomerColumns },
  { definition: connectionsList, resource: 'connections', columns: useConnectionColumns },
  { definition: partyCallsList, resource: 'connections', columns: usePartyCallColumns },
  { definition: recordingsList, resource: 'recordings', columns: useRecordingColumns },
  { definition: notificationsList, resource: 'notifications', columns: useNotificationColumns },
  { definition: webhooksList, resource: 'webhooks', columns: useWebhookColumns },
  { definition: deliveriesList, resource: 'webhook_deliveries', columns: useDeliveryColumns },
  { definition: logsList, resource: 'logs', columns: useLogColumns },
  { definition: objectLogList, resource: 'logs', columns: useLogColumns },
  { definition: mailsList, resource: 'mails', columns: useMailColumns },
  { definition: tasksList, resource: 'tasks', columns: useTaskColumns },
  {
    definition: taskRowsList,
    resource: 'task_rows',
    columns: () => useTaskRowColumns('users', 'import', 'finished'),
  },
];

/** What a hook returns within a component. */
function rendered(hook: ExportedList['columns']): readonly ColumnToExport[] {
  const columns: ColumnToExport[] = [];
  renderToStaticMarkup(createElement(Probe, { hook, columns }));
  return columns;
}

interface ProbeProps {
  readonly hook: ExportedList['columns'];
  /** Takes the columns. */
  readonly columns: ColumnToExport[];
}

const Probe = ({ hook, columns }: ProbeProps) => {
  columns.push(...hook());
  return null;
};

const shown = (resource: string, field: 'query' | 'columns', after: string) =>
  changesInWords(
    { resource, action: 'export', changes: [{ field, before: null, after }] },
    { i18n, zone: 'UTC' },
  )[0]?.after;

test('every list that the console exports is here', () => {
  const withoutColumns = Object.entries(columnTexts).flatMap(([resource, titles]) =>
    Object.keys(titles).length === 0 ? [resource] : [],
  );
  expect(withoutColumns).toEqual(['guest_links', 'features', 'services']);
  const walked = new Set<string>(lists.map(({ resource }) => resource));
  expect(Object.keys(columnTexts).filter((resource) => !walked.has(resource))).toEqual(withoutColumns);
});

test.each(lists.map((list) => [list.definition.name, list] as const))(
  'columns and orders of %s have the titles of the list, on the screen and in the CSV',
  (_name, { definition, resource, columns: hook }) => {
    const columns = rendered(hook);
    const row = Object.fromEntries(Object.keys(resources[resource].fields).map((name) => [name, '']));
    const exported = exportedColumns(
      columns,
      columns.map(({ id }) => id),
      row,
    );
    expect(exported.length).toBeGreaterThan(2);
    const words = logExportWords(i18n).changes;
    const commaSeparated = exported.map(({ field }) => field).join(', ');
    expect(shown(resource, 'columns', commaSeparated)).toBe(
      exported.map(({ heading }) => heading).join(', '),
    );
    // As server/src/rest/exports/change-text.ts looks them up.
    for (const { field, heading } of exported) {
      expect(words[`${resource}#${field}`] ?? words[`${resource}.${field}`] ?? words[field], field).toBe(
        heading,
      );
    }
    for (const sort of definition.sorts) {
      const label = columns.find(({ sortBy }) => sortBy === sort)?.label;
      if (label)
        expect(shown(resource, 'query', `order[${sort}]=asc`), sort).toBe(`Order: ${label}, ascending`);
    }
  },
);

test.each(lists.map((list) => [list.definition.name, list] as const))(
  'filters of %s have the labels of the list',
  (_name, { definition, resource }) => {
    for (const { kind, name, label } of definition.filters) {
      const query = kind === 'days' ? `${name}[after]=x` : `${name}=x`;
      expect(shown(resource, 'query', query)?.split(':')[0], name).toBe(label.message);
    }
  },
);

/** Not shown: they say nothing of what was exported. */
const UNSAID = ['audience'];

test.each(Object.keys(columnTexts) as ExportedResource[])(
  'filters of the API for %s have words',
  (resource) => {
    const { filters, order } = resources[resource];
    const words = logExportWords(i18n).changes;
    for (const [parameter, { schema }] of Object.entries(filters)) {
      const name = parameter.replace(/\[.*\]$/, '');
      if (UNSAID.includes(name)) continue;
      const label = shown(resource, 'query', `${parameter}=x`)?.split(':')[0];
      expect(label, parameter).not.toBe(name);
      expect(words[`${resource}.${name}`] ?? words[`${resource}#${name}`] ?? words[name], parameter).toBe(
        label,
      );
      const values: readonly string[] = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : [];
      for (const value of values) {
        const text = shown(resource, 'query', `${parameter}=${value}`)?.split(': ')[1];
        expect(text, `${parameter}=${value}`).not.toBe(value);
        expect(words[`${resource}.${name}=${value}`], `${parameter}=${value}`).toBe(text);
      }
    }
    for (const name of order) {
      expect(shown(resource, 'query', `order[${name}]=asc`), name).not.toContain(`: ${name},`);
    }
  },
);
