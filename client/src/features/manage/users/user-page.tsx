import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { User } from '#client/api/api-types.ts';
import { managedUserQuery } from '#client/api/queries/manage/users.ts';
import { PartyCalls } from '#client/features/manage/connections/party-calls.tsx';
import { ObjectLog } from '#client/features/manage/logs/object-log.tsx';
import { PartyPairs } from '#client/features/manage/pairs/party-pairs.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { ObjectPage } from '#client/features/manage/shell/object-page.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { AppError } from '#protocol/app-error.ts';
import { iri } from '#protocol/rest/field.ts';
import { UserActions } from './user-actions.tsx';
import { UserDevices } from './user-devices.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserGroups } from './user-groups.tsx';
import { UserQuestions } from './user-questions.tsx';
import { UserState } from './user-state.tsx';

const tabs = ['', 'calls', 'pairs', 'groups', 'devices', 'log'] as const;
type Tab = (typeof tabs)[number];

/** `/manager/users/:id`, and what is below it. */
export const UserPage = () => {
  const { id = '', tab = '' } = useParams();
  const { data, error, refetch } = useQuery(managedUserQuery(id));
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const shown = tabs.find((each) => each === tab);
  const gone = error instanceof AppError && error.status === 404;
  if (shown === undefined || gone) return <NotFoundPage />;
  if (error && !data) return <LoadingFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  return (
    <UserQuestions onDeleted={() => void navigate(pathOf('/manager/users'), { replace: true })}>
      <Loaded user={data.item} tab={shown} />
    </UserQuestions>
  );
};

interface LoadedProps {
  readonly user: User;
  readonly tab: Tab;
}

const Loaded = ({ user, tab }: LoadedProps) => {
  const { t } = useLingui();
  const edit = useAddressDialog('edit');
  return (
    <ObjectPage
      name={user.name}
      list={{ to: '/manager/users', label: t`Users` }}
      to={`/manager/users/${user.id}`}
      tabs={[
        { tab: '', label: t`Details` },
        { tab: 'calls', label: t`Calls` },
        { tab: 'pairs', label: t`Pairs` },
        { tab: 'groups', label: t`Groups` },
        { tab: 'devices', label: t`Devices` },
        { tab: 'log', label: t`Log` },
      ]}
      tab={tab}
      state={<UserState {...user} />}
      onEdit={() => edit.open(user.id)}
      menu={<UserActions row={user} />}
    >
      <TabContent user={user} tab={tab} />
    </ObjectPage>
  );
};

const TabContent = ({ user, tab }: LoadedProps) => {
  switch (tab) {
    case '':
      return <UserFacts user={user} />;
    case 'calls':
      return <PartyCalls party={iri('users', user.id)} />;
    case 'pairs':
      return <PartyPairs owner={{ party: iri('users', user.id), name: user.name }} />;
    case 'groups':
      return <UserGroups userId={user.id} />;
    case 'devices':
      return <UserDevices userId={user.id} />;
    case 'log':
      return <ObjectLog resourceId={user.id} />;
  }
};
