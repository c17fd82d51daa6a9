import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import type { Customer, User } from '#client/api/api-types.ts';
import { customerManagersQuery } from '#client/api/queries/manage/customer.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { List } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { AddManagerDialog } from './add-manager-dialog.tsx';
import { useManagers } from './use-managers.tsx';

/** Who manages the customer. */
export const CustomerManagers = ({ customer }: { readonly customer: Customer }) => {
  const { t } = useLingui();
  const account = useConsoleAccount();
  const add = usePlainDialog('add');
  const change = useManagers(customer);
  /** Those who take themselves out cannot undo it. */
  const [leaving, setLeaving] = useState<User | null>(null);
  const ids = customer.managers.map(idOfIri);
  const { data: managers, error, refetch } = useQuery(customerManagersQuery(customer.id, ids));
  const isOwn = ({ id }: User) => account.kind === 'manager' && account.user.id === id;
  const remove = (user: User) => change.mutate({ user, kind: 'revoke' });
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="3">
        <chakra.p flex="1" minW="48" textStyle="small" color="ink.muted">
          <Trans>Managers manage the customer’s users, devices and settings.</Trans>
        </chakra.p>
        <Button size="sm" onClick={() => add.open()}>
          <UserPlus aria-hidden />
          <Trans>Add a manager</Trans>
        </Button>
      </chakra.div>
      <Panel as="div" padding="none">
        {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
        {!managers && !error && <SkeletonRows rows={2} />}
        {managers?.length === 0 && (
          <EmptyState icon={<UserRoundCog aria-hidden />} title={t`No managers yet`}>
            <Trans>Until then, administrators manage the customer.</Trans>
          </EmptyState>
        )}
        {managers && managers.length > 0 && (
          <List aria-label={t`Managers`}>
            {managers.map((user) => (
              <ManagerRow
                key={user.id}
                user={user}
                busy={change.isPending && change.variables.user.id === user.id}
                onRemove={() => (isOwn(user) ? setLeaving(user) : remove(user))}
              />
            ))}
          </List>
        )}
      </Panel>
      {add.isOpen && (
        <AddManagerDialog
          managers={ids}
          onChoose={(user) => {
            add.close();
            change.mutate({ user, kind: 'grant' });
          }}
          onClose={add.close}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t`Stop managing ${customer.name}?`}
          confirmLabel={t`Stop managing`}
          dangerous
          onConfirm={() => {
            setLeaving(null);
            change.mutate({ user: leaving, kind: 'revoke', undoes: true });
          }}
          onCancel={() => setLeaving(null)}
        >
          <Trans>You can’t undo this: another manager or an administrator has to add you again.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
};

interface ManagerRowProps {
  readonly user: User;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

const ManagerRow = ({ user: { id, name: shown, email }, busy, onRemove }: ManagerRowProps) => {
  const { t } = useLingui();
  const name = useNamed()({ kind: 'user', name: shown });
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" gap="3" px="5" py="2" minH="12">
      <chakra.div flex="1" minW="40" overflowWrap="anywhere">
        <chakra.span color="link" fontWeight="semibold" asChild>
          <ConsoleLink to={`/manager/users/${id}`}>{shown}</ConsoleLink>
        </chakra.span>
        {shown !== email && (
          <chakra.span display="block" textStyle="small" color="ink.muted">
            {email}
          </chakra.span>
        )}
      </chakra.div>
      <Button
        variant="outline"
        size="sm"
        loading={busy}
        aria-label={t`Remove as manager: ${name}`}
        onClick={onRemove}
      >
        <Trans>Remove as manager</Trans>
      </Button>
    </chakra.li>
  );
};
