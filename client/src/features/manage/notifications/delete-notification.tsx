import { Trans, useLingui } from '@lingui/react/macro';
import type { Notification } from '#client/api/api-types.ts';
import { deleteItem, type Tagged } from '#client/api/call-api.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';

export interface DeleteNotificationProps {
  readonly version: Tagged<Notification>;
  readonly onClose: () => void;
}

export const DeleteNotification = ({ version: { item, etag }, onClose }: DeleteNotificationProps) => {
  const { t } = useLingui();
  const name = item.title[useLanguage()];
  return (
    <ConfirmChange
      title={t`Delete “${name}”?`}
      confirmLabel={t`Delete`}
      queryKey="notifications"
      change={() => deleteItem('notifications', item.id, { ifMatch: etag })}
      done={<Trans>Notification deleted</Trans>}
      onClose={onClose}
    >
      <Trans>It disappears for everyone. This can’t be undone.</Trans>
    </ConfirmChange>
  );
};
