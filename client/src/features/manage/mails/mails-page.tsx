import { useLingui } from '@lingui/react/macro';
import { Mails as MailsIcon } from 'lucide-react';
import { AdminOnly } from '#client/features/manage/shell/admin-only.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { useTimeName } from '#client/features/manage/table/use-time-name.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { DeleteMail } from './delete-mail.tsx';
import { MailActions } from './mail-actions.tsx';
import { mailsList } from './mails-list.ts';
import { useMailColumns } from './use-mail-columns.tsx';

/** `/manager/mails`, of administrators: outgoing mail, and whether it went out. */
export const MailsPage = () => (
  <AdminOnly>
    <Mails />
  </AdminOnly>
);

/** It belongs to no customer. */
const EVERYWHERE = {};

const Mails = () => {
  const { t } = useLingui();
  const address = useTableAddress(mailsList);
  const query = useManagedList('mails', address, { within: EVERYWHERE });
  const timeName = useTimeName();
  const columns = useMailColumns();
  return (
    <ConsolePage title={t`Mail`} fills>
      <ManageList
        caption={t`Mail`}
        searchLabel={t`Search by recipient`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ recipient, created }) => timeName(created, recipient)}
        Actions={MailActions}
        empty={<EmptyState icon={<MailsIcon aria-hidden />} title={t`No mail yet`} />}
      />
      <DeleteMail />
    </ConsolePage>
  );
};
