import { chakra } from '@chakra-ui/react';
import { StageNotices } from '#client/stage/stage.tsx';
import type { DirectCallView } from './direct-call-atom.ts';
import { InvitationNotices } from './invitation-notices.tsx';

/** Who is on the way into a call that goes on in a room, over the page that shows the room. */
export const RoomNotices = ({ view }: { readonly view: DirectCallView }) => (
  <chakra.div position="fixed" inset="0" zIndex="overlay" pointerEvents="none">
    <StageNotices>
      <InvitationNotices view={view} />
    </StageNotices>
  </chakra.div>
);
