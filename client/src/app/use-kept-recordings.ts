import { useEffect } from 'react';
import { keptRecordings, type RecordingOwner } from '#client/media/recorder/kept-recordings.ts';
import { whenIdle } from '#client/when-idle.ts';

/** Offers what a killed page has left of a recording of this person, once there is time. @param owner null: nobody is known yet */
export function useKeptRecordings(owner: RecordingOwner | null): void {
  useEffect(() => {
    if (owner === null || keptRecordings(owner).length === 0) return;
    const offer = async () => {
      await whenIdle();
      await (await import('#client/stage/recovered-recordings.tsx')).offerRecordings(owner);
    };
    // Cannot be loaded, or read, just now: the next page will do.
    offer().catch(() => {});
  }, [owner]);
}
