import { lazy, Suspense } from 'react';
import { useWantedLeave } from '#client/ui/leave-guard.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** Asks before a screen is left whose changes would be lost; loaded when there is something to ask. */
export const LeaveQuestion = () => {
  const wanted = useWantedLeave();
  return (
    // A call asks itself (stage/end-call-dialog.tsx), and so do set-up secrets (features/manage/devices/set-up-dialog.tsx).
    wanted?.held === 'changes' && (
      <Suspense>
        <LeaveDialog onConfirm={wanted.confirm} onCancel={wanted.stay} />
      </Suspense>
    )
  );
};
