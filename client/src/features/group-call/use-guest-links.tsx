import { useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Check } from 'typebox/schema';
import type { RoomView } from '#client/call/group/room-view.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useCallPlace } from '#client/stage/call-place.ts';
import type { MoreItem } from '#client/stage/more-menu.tsx';
import { useAllowed } from '#client/stage/use-allowed.ts';
import { GroupIdSchema } from '#protocol/ids.ts';

/** Makes, copies and mails links of a group. */
export type GuestLinksDialog = ComponentType<{
  readonly group: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}>;

export interface GuestLinks {
  readonly items: readonly MoreItem[];
  readonly dialog: ReactNode;
  /** Null: one may not make any. */
  readonly open: (() => void) | null;
}

/** Links for people without an account, from inside of the call: for the owner of the group, where group chat is in force. */
export function useGuestLinks(room: RoomView, Dialog: GuestLinksDialog): GuestLinks {
  const { t } = useLingui();
  const { who } = useCallPaths();
  const { search } = useCallPlace();
  const { enabled } = useAllowed('service_group_chat');
  const [shown, setShown] = useState(false);
  const id = new URLSearchParams(search).get('group');
  if (who !== 'user' || !room.owner || !enabled || !Check(GroupIdSchema, id))
    return { items: [], dialog: null, open: null };
  const open = () => setShown(true);
  return {
    items: [{ id: 'guest-links', icon: <Link2 aria-hidden />, label: t`Guest links`, onSelect: open }],
    dialog: shown && <Dialog group={{ id, name: room.groupName }} onClose={() => setShown(false)} />,
    open,
  };
}
