import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MailPlus, Pencil, Trash2 } from 'lucide-react';
import { useNavigate, useParams } from 'react-router-dom';
import { managedGroupQuery } from '#client/api/queries/manage/groups.ts';
import { BackLink } from '#client/features/manage/shell/back-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { GroupBadge } from '#client/stage/groups/group-badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { AppError } from '#protocol/app-error.ts';
import { GroupDialogs } from './group-dialogs.tsx';
import { GroupFacts } from './group-facts.tsx';
import { GroupGuestLinks } from './group-guest-links.tsx';
import { Participants } from './participants.tsx';

/** `/manager/groups/:id`. */
export const GroupPage = () => {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const { data, error, refetch } = useQuery(managedGroupQuery(id));
  if (error instanceof AppError && error.status === 404) return <NotFoundPage />;
  const group = data?.item;
  return (
    <ConsolePage
      dated
      title={group?.name ?? t`Group`}
      back={<BackLink to="/manager/groups">{t`Groups`}</BackLink>}
      beside={group && <GroupBadge group={group} always />}
      tools={group && <GroupTools id={id} />}
    >
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!group && !error && <SkeletonRows />}
      {group && (
        <chakra.div display="grid" gap="5" gridTemplateColumns="minmax(0, 1fr)">
          <GroupFacts group={group} />
          <chakra.div
            display="grid"
            gap="5"
            alignItems="start"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
          >
            <Participants group={group} />
            <GroupGuestLinks group={group} />
          </chakra.div>
        </chakra.div>
      )}
      <GroupDialogs onDeleted={() => void navigate(pathOf('/manager/groups'), { replace: true })} />
    </ConsolePage>
  );
};

const GroupTools = ({ id }: { readonly id: string }) => {
  const editing = useAddressDialog('edit');
  const inviting = useAddressDialog('invite');
  const deleting = useAddressDialog('delete');
  return (
    <>
      <Button size="sm" onClick={() => inviting.open(id)}>
        <MailPlus aria-hidden />
        <Trans>Invite by e-mail</Trans>
      </Button>
      <Button size="sm" variant="outline" onClick={() => editing.open(id)}>
        <Pencil aria-hidden />
        <Trans>Edit</Trans>
      </Button>
      <Button size="sm" variant="outline" onClick={() => deleting.open(id)}>
        <Trash2 aria-hidden />
        <Trans>Delete</Trans>
      </Button>
    </>
  );
};
