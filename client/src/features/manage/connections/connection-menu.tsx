import { Trans } from '@lingui/react/macro';
import { History, MessagesSquare, Users } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Connection } from '#client/api/api-types.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { MenuItem } from '#client/ui/menu.tsx';

/** What leads on from a call that has ended. */
export const ConnectionMenu = ({ row: { callId, peerId, kind } }: { readonly row: Connection }) => {
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const go = (path: string) => void navigate(pathOf(path));
  return (
    <>
      <MenuItem icon={<Users aria-hidden />} onSelect={() => go(`/manager/connections?callId=${callId}`)}>
        <Trans>Everyone in this call</Trans>
      </MenuItem>
      <MenuItem icon={<History aria-hidden />} onSelect={() => go(`/manager/connections?peerId=${peerId}`)}>
        <Trans>All calls with the same peer</Trans>
      </MenuItem>
      {kind === 'group' && (
        <MenuItem icon={<MessagesSquare aria-hidden />} onSelect={() => go(`/manager/groups/${peerId}`)}>
          <Trans>Open the group</Trans>
        </MenuItem>
      )}
    </>
  );
};
