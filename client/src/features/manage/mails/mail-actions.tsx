import { Trans, useLingui } from '@lingui/react/macro';
import { Filter, RotateCcw, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Item } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { MenuItem } from '#client/ui/menu.tsx';
import { useChange } from '#client/ui/use-change.ts';

/** The menu of a mail: one that failed can be sent again, or dropped. */
export const MailActions = ({ row: { id, recipient, state } }: { readonly row: Item<'mails'> }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const drop = useAddressDialog('delete');
  const retry = useChange('mails', () => callApi('mails.retry', { parameters: { id } }), {
    done: <Trans>The e-mail to {recipient} is being sent again</Trans>,
  });
  return (
    <>
      <MenuItem
        icon={<Filter aria-hidden />}
        onSelect={() => void navigate(pathOf(`/manager/mails?search=${encodeURIComponent(recipient)}`))}
      >
        {t`All e-mail to this recipient`}
      </MenuItem>
      {state === 'FAILED' && (
        <>
          <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => retry.mutate()}>
            {t`Send again`}
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => drop.open(id)}>
            {t`Delete`}
          </MenuItem>
        </>
      )}
    </>
  );
};
