import { IncomingCall } from '#client/features/direct-call/incoming-call.tsx';
import { GroupRing } from '#client/features/group-call/group-ring.tsx';

/** The same chunk as that of the page's own route. */
const loadRoomPage = () => import('#client/features/group-call/group-call-page.tsx');

/** All that rings, on whichever page one is. */
export const Rings = () => (
  <>
    <IncomingCall loadRoomPage={loadRoomPage} />
    <GroupRing />
  </>
);
