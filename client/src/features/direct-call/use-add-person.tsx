import { useLingui } from '@lingui/react/macro';
import { UserRoundPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { lazyPart } from '#client/stage/lazy-part.tsx';
import type { MoreItem } from '#client/stage/more-menu.tsx';
import { useAllowed } from '#client/stage/use-allowed.ts';
import type { DirectCallView } from './direct-call-atom.ts';

const InvitePerson = lazyPart(async () => (await import('./invite-person.tsx')).InvitePerson);

/** The entry of the menu that invites a third person, and its dialog. A guest has no one to invite. */
export function useAddPerson({ call, snapshot, connection }: DirectCallView): {
  readonly items: readonly MoreItem[];
  readonly dialog: ReactNode;
} {
  const { t } = useLingui();
  const { who } = useCallPaths();
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
            label: t`Add person`,
            hint: enabled ? undefined : t`Group calls aren’t turned on for you.`,
            disabled: !enabled || !self,
            onSelect: () => setOpen(true),
          },
        ]
      : [];
  const dialog = open && self && state.name === 'connected' && (
    <InvitePerson call={call} self={self} peer={state.call.peer} onClose={() => setOpen(false)} />
  );
  return { items, dialog };
}
