import { Trans, useLingui } from '@lingui/react/macro';
import { Bell, Plus } from 'lucide-react';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { InZone } from '#client/features/manage/shell/in-zone.tsx';
import { scopeQuery } from '#client/features/manage/shell/scope.ts';
import { useAddressDialog, usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { AddNotificationDialog } from './add-notification-dialog.tsx';
import { DeleteNotification } from './delete-notification.tsx';
import { EditNotificationDialog } from './edit-notification-dialog.tsx';
import { NotificationMenu } from './notification-menu.tsx';
import { notificationsList } from './notifications-list.ts';
import { useNotificationColumns } from './use-notification-columns.tsx';

/** What people have written; missed calls and the like are for one person alone. */
const WRITTEN = ['everyone', 'customer'] as const;

/** `/manager/notifications`. */
export const NotificationsPage = () => {
  const { t } = useLingui();
  const language = useLanguage();
  const scope = useScope();
  const address = useTableAddress(notificationsList);
  const query = useManagedList('notifications', address, {
    within: { ...scopeQuery(scope), audience: WRITTEN },
  });
  const columns = useNotificationColumns();
  const adding = usePlainDialog('add');
  const editing = useAddressDialog('edit');
  const deleting = useAddressDialog('delete');
  const add = (
    <Button size="sm" onClick={() => adding.open()}>
      <Plus aria-hidden />
      <Trans>Add a notification</Trans>
    </Button>
  );
  return (
    <ConsolePage title={t`Notifications`} tools={add} fills>
      <ManageList
        caption={t`List of notifications`}
        searchLabel={t`Search notifications`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title[language]}
        Actions={NotificationMenu}
        empty={
          <EmptyState icon={<Bell aria-hidden />} title={t`No notifications yet`} action={add}>
            <Trans>Send a message to all users of a customer, in both languages, now or later.</Trans>
          </EmptyState>
        }
      />
      {adding.isOpen && <AddNotificationDialog onClose={adding.close} />}
      {editing.value !== null && (
        <Versioned
          path="notifications"
          id={editing.value}
          title={t`Edit the notification`}
          onClose={editing.close}
        >
          {(version) => (
            <InZone>
              {(zone) => <EditNotificationDialog version={version} zone={zone} onClose={editing.close} />}
            </InZone>
          )}
        </Versioned>
      )}
      {deleting.value !== null && (
        <Versioned
          path="notifications"
          id={deleting.value}
          title={t`Delete the notification`}
          onClose={deleting.close}
        >
          {(version) => <DeleteNotification version={version} onClose={deleting.close} />}
        </Versioned>
      )}
    </ConsolePage>
  );
};
