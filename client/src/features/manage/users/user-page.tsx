import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { managedUserQuery } from '#client/api/queries/manage/users.ts';
import { PartyCalls } from '#client/features/manage/connections/party-calls.tsx';
import { PartyGroups } from '#client/features/manage/groups/party-groups.tsx';
import { ObjectLog } from '#client/features/manage/logs/object-log.tsx';
import { PartyPairs } from '#client/features/manage/pairs/party-pairs.tsx';
import { iri } from '#protocol/rest/field.ts';
import { PartyPage } from './party-page.tsx';
import { UserActions } from './user-actions.tsx';
import { UserDevices } from './user-devices.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserQuestions } from './user-questions.tsx';
import { UserState } from './user-state.tsx';

/** `/manager/users/:id`, and what is below it. */
export const UserPage = () => {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const read = useQuery(managedUserQuery(id));
  const party = iri('users', id);
  return (
    <PartyPage
      read={read}
      list={{ to: '/manager/users', label: t`Users` }}
      tabs={[
        { tab: '', label: t`Details`, dated: true, show: (user) => <UserFacts user={user} /> },
        { tab: 'calls', label: t`Calls`, show: () => <PartyCalls party={party} /> },
        { tab: 'pairs', label: t`Pairs`, show: ({ name }) => <PartyPairs owner={{ party, name }} /> },
        { tab: 'groups', label: t`Groups`, show: () => <PartyGroups party={party} /> },
        { tab: 'devices', label: t`Devices`, dated: false, show: () => <UserDevices userId={id} /> },
        { tab: 'log', label: t`Log`, show: () => <ObjectLog resourceId={id} /> },
      ]}
      nameOf={({ name }) => name}
      state={(user) => <UserState {...user} />}
      menu={(user) => <UserActions row={user} />}
      Dialogs={UserQuestions}
    />
  );
};
