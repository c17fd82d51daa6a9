import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '#client/api/api-types.ts';
import { deleteItem, type Tagged } from '#client/api/call-api.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';

export interface DeleteGroupProps {
  readonly version: Tagged<Group>;
  readonly onDeleted: (() => void) | undefined;
  readonly onClose: () => void;
}

export const DeleteGroup = ({ version: { item, etag }, onDeleted, onClose }: DeleteGroupProps) => {
  const { t } = useLingui();
  return (
    <ConfirmChange
      title={t`Delete “${item.name}”?`}
      confirmLabel={t`Delete`}
      queryKey="groups"
      change={async () => {
        await deleteItem('groups', item.id, { ifMatch: etag });
        onDeleted?.();
      }}
      done={<Trans>Group deleted</Trans>}
      onClose={onClose}
    >
      <Trans>Its members and guest links are removed too. This can’t be undone.</Trans>
    </ConfirmChange>
  );
};
