import { useLingui } from '@lingui/react/macro';
import { Filter, ScrollText } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Item } from '#client/api/api-types.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { MenuItem } from '#client/ui/menu.tsx';
import { idOfIri } from '#protocol/rest/field.ts';

/** The menu of an entry: all of it, and what else there is of the same object or person. */
export const LogActions = ({ row: { id, actor, resourceId } }: { readonly row: Item<'logs'> }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const entry = useAddressDialog('entry');
  const narrow = (filter: string) => void navigate(pathOf(`/manager/logs?${filter}`));
  return (
    <>
      <MenuItem icon={<ScrollText aria-hidden />} onSelect={() => entry.open(id)}>
        {t`Details`}
      </MenuItem>
      {actor !== null && (
        <MenuItem icon={<Filter aria-hidden />} onSelect={() => narrow(`actorId=${idOfIri(actor)}`)}>
          {t`All entries by this account`}
        </MenuItem>
      )}
      {resourceId !== null && (
        <MenuItem icon={<Filter aria-hidden />} onSelect={() => narrow(`resourceId=${resourceId}`)}>
          {t`All entries about this object`}
        </MenuItem>
      )}
    </>
  );
};
