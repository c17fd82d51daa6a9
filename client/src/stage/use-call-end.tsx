import { useEffect, useEffectEvent, useState } from 'react';
import { useLeaveGuard, useWantedLeave } from '#client/ui/leave-guard.ts';
import { type CallPaths, useCallPaths } from './call-paths.ts';
import { lazyPart } from './lazy-part.tsx';
import type { Recording } from './use-recording.tsx';

const EndCallDialog = lazyPart(async () => (await import('./end-call-dialog.tsx')).default);

/** Where a call continues in a small window, or on its page. A guest has no other pages. */
const callGoesOnAt: Readonly<Record<CallPaths['who'], (pathname: string) => boolean>> = {
  user: (pathname) =>
    /^\/(user|manager)(\/|$)/.test(pathname) &&
    !/\/(signup|verify|approval|signin|password)(\/|$)/.test(pathname),
  device: (pathname) => /^\/device(\/|$)/.test(pathname),
  guest: (pathname) => /^\/guest\/.*\/talk$/.test(pathname),
};

/**
 * Asks before a call is ended by leaving its page, or by hanging up while it is recorded.
 *
 * @param live there is a call that leaving would end, if only one that rings
 */
export function useCallEnd(live: boolean, recording: Recording) {
  const { who } = useCallPaths();
  const isRecording = recording.state.status === 'recording';
  /** How to end the call, while it is asked what becomes of the recording. */
  const [asking, setAsking] = useState<(() => void) | null>(null);
  /** How to end the call, once nothing holds the page. */
  const [ending, setEnding] = useState<(() => void) | null>(null);
  // At a kiosk there is no one to answer.
  useLeaveGuard(live && who !== 'device', 'call', callGoesOnAt[who]);
  const wanted = useWantedLeave();
  const leaving = wanted?.held === 'call' ? wanted : null;
  const end = useEffectEvent(() => {
    setEnding(null);
    ending?.();
  });
  useEffect(() => {
    if (ending && !isRecording) end();
  }, [ending, isRecording]);

  const endAfterAsking = () => {
    setAsking(null);
    setEnding(() => asking ?? leaving?.confirm ?? null);
  };
  return {
    /** Ends the call by `go`, after asking where a recording would be lost. */
    end(go: () => void): void {
      if (isRecording) setAsking(() => go);
      else go();
    },
    dialog: (asking || leaving) && (
      <EndCallDialog
        recording={isRecording}
        onStay={() => {
          setAsking(null);
          leaving?.stay();
        }}
        onEnd={() => {
          recording.discard();
          endAfterAsking();
        }}
        onSaveAndEnd={() => {
          // What has been recorded is saved; the end of the call need not wait for it.
          void recording.stop();
          endAfterAsking();
        }}
      />
    ),
  };
}
