import { AppError } from '#protocol/app-error.ts';
import type { SessionId } from '#protocol/ids.ts';
import type { CallBook } from './call-book.ts';
import type { CallVoice } from './call-voice.ts';
import type { CallEvent, Seat } from './machine.ts';
import type { Answer, Question } from './messages.ts';
import { type OwnedCall, present, type Seated } from './owned-call.ts';
import type { Participant } from './participant.ts';

export interface TakingUpDeps {
  readonly book: CallBook;
  readonly voice: CallVoice;
  /** How long a place whose server is gone waits to be taken up again. */
  readonly takeUpMs: number;
  readonly dispatch: (call: OwnedCall, event: CallEvent) => void;
}

/** Places in calls whose server is gone, and who comes back to them in another session (SPEC.md, D14). */
export class TakingUp {
  readonly #deps: TakingUpDeps;

  constructor(deps: TakingUpDeps) {
    this.#deps = deps;
  }

  /** The place's server is gone, or may be: whoever held it is away, and comes back in another session or not at all. */
  wait(call: OwnedCall, seat: Seat, held: Seated): void {
    const { dispatch, takeUpMs } = this.#deps;
    if (call.state.tag === 'ringing') {
      dispatch(call, { type: 'session-ended', seat, end: 'server-closed', at: Date.now() });
      return;
    }
    if (call.state.tag === 'ended') return;
    dispatch(call, { type: 'session-away', seat, away: true });
    clearTimeout(held.takeUpTimer);
    held.takeUpTimer = setTimeout(
      () => dispatch(call, { type: 'session-ended', seat, end: 'lost', at: Date.now() }),
      takeUpMs,
    );
  }

  /** Throws `call-not-found` to whoever was not in the call. */
  takeUp(
    call: OwnedCall,
    before: SessionId,
    { sessionId, party, serverId }: Pick<Question, 'sessionId' | 'party' | 'serverId'>,
  ): Answer {
    const { book, voice, dispatch } = this.#deps;
    const place = present(call).find(([, held]) => held.sessionId === before);
    // A guest is somebody else in each session; that it knows its last one proves that it is the same.
    const isSame = ({ key }: Participant) =>
      key === party || (key.startsWith('guest:') && party.startsWith('guest:'));
    if (!place || !isSame(place[1].participant)) throw new AppError('call-not-found');
    const [seat, held] = place;
    clearTimeout(held.takeUpTimer);
    held.sessionId = sessionId;
    held.serverId = serverId;
    book.save(call);
    dispatch(call, { type: 'session-away', seat, away: false });
    voice.offer(call, held);
    return { moved: call.state.tag === 'moved' };
  }
}
