import { Trans } from '@lingui/react/macro';
import type { Pair } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { kindOfParty } from '#client/api/party-kind.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { ApproveButton } from '#client/ui/approve-button.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { ListRow } from '#client/ui/list.tsx';

/** Someone would like to be paired with the user. */
export const InvitationRow = ({ pair }: { readonly pair: Pair }) => {
  const { ownerName } = pair;
  const name = useNamed()({ kind: kindOfParty(pair.owner), name: ownerName });
  return (
    <ListRow
      leading={<Avatar name={ownerName} />}
      title={ownerName}
      details={<Trans>Would like to pair with you</Trans>}
      trailing={
        <ApproveButton
          name={name}
          size="sm"
          approve={() => callApi('pairs.approve', { parameters: { id: pair.id } })}
        />
      }
    />
  );
};
