import { useLingui } from '@lingui/react/macro';
import { UserRoundPlus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCallPlaces } from '#client/stage/call-places.ts';
import type { MoreItem } from '#client/stage/more-menu.tsx';
import { useAllowed } from '#client/stage/use-allowed.ts';
import type { DirectCallView } from './direct-call-atom.ts';

const AddPersonDialog = lazy(async () => ({
  default: (await import('./add-person-dialog.tsx')).AddPersonDialog,
}));

/** The entry of the menu that invites a third person, and its dialog. A guest has nobody to invite. */
export function useAddPerson({ call, snapshot, connection }: DirectCallView): {
  readonly items: readonly MoreItem[];
  readonly dialog: ReactNode;
} {
  const { t } = useLingui();
  const { who } = useCallPlaces();
  const { enabled } = useAllowed('service_group_chat');
  const [open, setOpen] = useState(false);
  const { state } = snapshot;
  const self = connection.phase === 'open' ? connection.party : null;
  const items: readonly MoreItem[] =
    state.name === 'connected' && who !== 'guest'
      ? [
          {
            id: 'add-person',
            icon: <UserRoundPlus aria-hidden />,
            label: t`Add a person`,
            hint: enabled ? undefined : t`Group chat is not enabled for you.`,
            disabled: !enabled || !self,
            onSelect: () => setOpen(true),
          },
        ]
      : [];
  const dialog = open && self && state.name === 'connected' && (
    <Suspense>
      <AddPersonDialog call={call} self={self} peer={state.call.peer} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { items, dialog };
}
