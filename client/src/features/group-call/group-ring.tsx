import { lazyPart } from '#client/stage/lazy-part.tsx';
import { useGroupRing } from './use-group-ring.ts';

const GroupRingDialog = lazyPart(async () => (await import('./group-ring-dialog.tsx')).GroupRingDialog);

/** Rings on whichever page one is when the owner of a group would like one to join its call (SPEC.md, G14). */
export const GroupRing = () => {
  const { ring, end, decline } = useGroupRing();
  return ring && <GroupRingDialog key={ring.groupId} ring={ring} onJoin={end} onDecline={decline} />;
};
