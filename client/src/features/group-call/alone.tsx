import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import type { Meeting } from '#client/call/group/meeting.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import { Button } from '#client/ui/button.tsx';
import { AddPerson } from './add-person.tsx';

export interface AloneProps {
  readonly room: RoomView;
  readonly meeting: Meeting;
  /** Null: one may not make any. */
  readonly onGuestLinks: (() => void) | null;
}

/** No one else is here: anyone who may bring someone in is offered that. */
export const Alone = ({ room, meeting, onGuestLinks }: AloneProps) => (
  <chakra.div flexShrink="0" textAlign="center" px="4" pt="3" data-testid="alone">
    <chakra.p role="status" color="stage.muted">
      {room.locked ? (
        <Trans>You’re the only one here, and the call is locked.</Trans>
      ) : (
        <Trans>You’re the only one here. The others can join at any time.</Trans>
      )}
    </chakra.p>
    {room.owner && (
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" pt="3">
        {onGuestLinks && (
          <Button
            size="sm"
            shape="pill"
            variant="stage"
            data-testid="alone-guest-links"
            onClick={onGuestLinks}
          >
            <Link2 aria-hidden />
            <Trans>Guest links</Trans>
          </Button>
        )}
        <AddPerson room={room} meeting={meeting} />
      </chakra.div>
    )}
  </chakra.div>
);
