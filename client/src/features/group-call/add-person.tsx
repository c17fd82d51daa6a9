import { Trans } from '@lingui/react/macro';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Check } from 'typebox/schema';
import type { Meeting } from '#client/call/group/meeting.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useCallPlace } from '#client/stage/call-place.ts';
import { lazyPart } from '#client/stage/lazy-part.tsx';
import { Button } from '#client/ui/button.tsx';
import { GroupIdSchema } from '#protocol/ids.ts';

const RingPerson = lazyPart(async () => (await import('./ring-person.tsx')).RingPerson);

export interface AddPersonProps {
  readonly room: RoomView;
  readonly meeting: Meeting;
}

/** For the owner of the group. At a kiosk no one changes groups. */
export const AddPerson = ({ room, meeting }: AddPersonProps) => {
  const { who } = useCallPaths();
  const { search } = useCallPlace();
  const [open, setOpen] = useState(false);
  const groupId = new URLSearchParams(search).get('group');
  if (who !== 'user' || !Check(GroupIdSchema, groupId)) return null;
  return (
    <>
      <Button size="sm" shape="pill" variant="stage" data-testid="add-person" onClick={() => setOpen(true)}>
        <UserRoundPlus aria-hidden />
        <Trans>Add person</Trans>
      </Button>
      {open && <RingPerson groupId={groupId} room={room} meeting={meeting} onClose={() => setOpen(false)} />}
    </>
  );
};
