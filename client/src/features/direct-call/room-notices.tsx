import { chakra } from '@chakra-ui/react';
import { StageNotices } from '#client/stage/stage.tsx';
import { WrappedNotices } from '#client/stage/wrapped-notices.tsx';
import type { DirectCallView } from './direct-call-atom.ts';
import { InvitationNotices } from './invitation-notices.tsx';

/** Who is on the way into a call that continues in a room, over the page that shows the room. */
export const RoomNotices = ({ view }: { readonly view: DirectCallView }) => (
  <chakra.div
    position="fixed"
    // On a phone below the title of the page underneath, which does not make space for them.
    inset={{ base: 'calc(env(safe-area-inset-top) + 3.75rem) 0 auto 0', md: '0' }}
    zIndex="overlay"
    pointerEvents="none"
  >
    <WrappedNotices>
      <StageNotices>
        <InvitationNotices view={view} />
      </StageNotices>
    </WrappedNotices>
  </chakra.div>
);
