import { Trans } from '@lingui/react/macro';
import { Download, Play, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { isSettled, type Recording } from '#client/api/queries/recordings.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';

/** What can be done with a recording of the list; while it is being made, nothing. */
export const RecordingMenu = ({ row }: { readonly row: Recording }) => {
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const downloading = useAddressDialog('download');
  const deleting = useAddressDialog('delete');
  const { id, files } = row;
  const settled = isSettled(row);
  return (
    <>
      <MenuItem
        icon={<Play aria-hidden />}
        disabled={!settled || files.length === 0}
        onSelect={() => void navigate(pathOf(`/manager/recordings/${id}`))}
      >
        <Trans>Play</Trans>
      </MenuItem>
      <MenuItem
        icon={<Download aria-hidden />}
        disabled={!settled || files.length === 0}
        onSelect={() => downloading.open(id)}
      >
        <Trans>Download</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        dangerous
        disabled={!settled}
        onSelect={() => deleting.open(id)}
      >
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  );
};
