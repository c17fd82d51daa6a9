import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import type { SessionId } from '#protocol/ids.ts';
import { callKeeper, type KeptCall } from './kept-call.ts';

/** Keeps the call for the next page of this tab (SPEC.md, S13). */
export interface Keeping {
  keep(
    call: KeptCall['call'],
    who: { readonly sessionId: SessionId; readonly partyId: string },
    local: LocalMediaSnapshot,
  ): void;
  /** Forgets what was kept here; a call that an earlier page has left stays. */
  forget(): void;
}

export function createKeeping(): Keeping {
  /** As it was stored last; empty: nothing is kept. */
  let last = '';
  return {
    keep(call, { sessionId, partyId }, { muted, camera, screen, playback }) {
      const kept: KeptCall = {
        sessionId,
        partyId,
        call,
        muted,
        camera: camera.status !== 'off',
        sharing: screen.status === 'live' || playback.status === 'live',
      };
      const text = JSON.stringify(kept);
      if (text === last) return;
      last = text;
      callKeeper.keep(kept);
    },
    forget() {
      if (last !== '') callKeeper.forget();
      last = '';
    },
  };
}
