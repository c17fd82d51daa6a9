import { lazy, Suspense } from 'react';
import { useWantedLeave } from '#client/ui/leave-guard.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** Asks before a screen is left whose changes would be lost; loaded when there is something to ask. */
export const LeaveQuestion = () => {
  const wanted = useWantedLeave();
  return (
    // A call asks itself (stage/end-call-dialog.tsx).
    wanted !== null &&
    wanted.held !== 'call' && (
      <Suspense>
        <LeaveDialog onConfirm={wanted.confirm} onCancel={wanted.stay} />
      </Suspense>
    )
  );
};
