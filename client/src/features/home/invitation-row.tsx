import { Trans, useLingui } from '@lingui/react/macro';
import { UserCheck } from 'lucide-react';
import type { Pair } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListRow } from '#client/ui/list.tsx';
import { useChange } from '#client/ui/use-change.ts';

/** Somebody would like to be paired with the user. */
export const InvitationRow = ({ pair }: { readonly pair: Pair }) => {
  const { t } = useLingui();
  const name = pair.ownerName;
  const approve = useChange('pairs', () => callApi('pairs.approve', { parameters: { id: pair.id } }));
  return (
    <ListRow
      leading={<Avatar name={name} />}
      title={name}
      details={<Trans>Would like to pair with you</Trans>}
      trailing={
        <Button
          size="sm"
          aria-label={t`Approve ${name}`}
          loading={approve.isPending}
          onClick={() => approve.mutate()}
        >
          <UserCheck aria-hidden />
          <Trans>Approve</Trans>
        </Button>
      }
    />
  );
};
