import { createEffort, type Effort } from './effort.ts';
import type { Meeting } from './meeting.ts';
import type { TroubleBoard } from './troubles.ts';

type Restorable = 'hand' | 'lock' | 'recording';

export interface RestoringOptions {
  readonly meeting: Meeting;
  readonly troubles: TroubleBoard;
  readonly log: (message: string, detail?: unknown) => void;
}

/** Does again, in a new room, what one had done in the last one, however often that fails (SPEC.md, G12). */
export interface Restoring {
  /** As the one that was given; who decides otherwise meanwhile is not overruled. */
  readonly meeting: Meeting;
  begin(wanted: Readonly<Record<Restorable, boolean>>): void;
  /** Raises the hand again once there is a room, as it was before the page was loaded again. */
  raiseHandLater(): void;
  /** The room is gone: what it has not been told waits for the next one. */
  suspend(): void;
  /** A room is there again. */
  resume(): void;
  close(): void;
}

export function createRestoring({ meeting, troubles, log }: RestoringOptions): Restoring {
  const efforts = new Map<Restorable, Effort>();
  const waiting = new Set<Restorable>();
  const requests: Readonly<Record<Restorable, () => Promise<void>>> = {
    hand: () => meeting.setHand(true),
    lock: () => meeting.setLocked(true),
    recording: () => meeting.setRecording(true),
  };

  /** What hand and lock are is seen: the room shows them. Who is recorded without knowing it is not. */
  function report(): void {
    const state = efforts.get('recording')?.state ?? 'done';
    const isLate = state !== 'done' && state !== 'trying';
    troubles.put('recording', isLate ? [{ what: 'recording', givenUp: state !== 'late' }] : []);
  }

  function cancel(what: Restorable): void {
    efforts.get(what)?.close();
    efforts.delete(what);
    waiting.delete(what);
    report();
  }

  function start(what: Restorable): void {
    cancel(what);
    let done = false;
    const effort = createEffort({
      isDone: () => done,
      async step() {
        await requests[what]();
        done = true;
      },
      onState: report,
      log,
    });
    efforts.set(what, effort);
    effort.check();
  }

  function suspend(): void {
    for (const [what, { state }] of [...efforts]) {
      cancel(what);
      if (state !== 'done' && state !== 'refused') waiting.add(what);
    }
  }

  return {
    meeting: {
      ...meeting,
      setHand(raised) {
        cancel('hand');
        return meeting.setHand(raised);
      },
      setLocked(locked) {
        cancel('lock');
        return meeting.setLocked(locked);
      },
      setRecording(on) {
        cancel('recording');
        return meeting.setRecording(on);
      },
    },
    begin(wanted) {
      for (const what of ['hand', 'lock', 'recording'] as const) if (wanted[what]) start(what);
    },
    raiseHandLater: () => void waiting.add('hand'),
    suspend,
    resume() {
      for (const what of [...waiting]) start(what);
    },
    close() {
      suspend();
      waiting.clear();
    },
  };
}
