import type { PairId } from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { SignalNotices } from '#protocol/signal/contract.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import type { RoomView } from './room-view.ts';

/** A person or device that the owner has rung and that has not joined (SPEC.md, G14). */
export interface Rung {
  readonly pairId: PairId;
  readonly party: Party;
  /** `declined` and `missed` stay until the owner rings again or hides the row. */
  readonly state: 'ringing' | PayloadOf<SignalNotices, 'groupCall.ringUnanswered'>['reason'];
}

export type RungEvent =
  | { readonly type: 'rang'; readonly pairId: PairId; readonly party: Party }
  /** Cancelled or hidden by the owner. */
  | { readonly type: 'ringForgotten'; readonly pairId: PairId }
  /** The server has not told the outcome in time. It may have died, or this session may be a new one. */
  | { readonly type: 'ringTimedOut'; readonly rung: Rung }
  | ({ readonly type: 'groupCall.ringUnanswered' } & PayloadOf<SignalNotices, 'groupCall.ringUnanswered'>);

/** @returns null if the event changes nothing */
export function changeRung(room: RoomView, event: RungEvent): RoomView | null {
  switch (event.type) {
    case 'rang': {
      const { pairId, party } = event;
      // They joined before the server answered the request.
      if (isHere(room, party)) return null;
      const others = room.rung.filter((one) => one.pairId !== pairId);
      return { ...room, rung: [...others, { pairId, party, state: 'ringing' }] };
    }
    case 'ringForgotten':
      return { ...room, rung: room.rung.filter(({ pairId }) => pairId !== event.pairId) };
    case 'ringTimedOut':
      // A repeated ring is another object.
      return setState(room, (one) => one === event.rung, 'missed');
    case 'groupCall.ringUnanswered':
      return setState(room, ({ party }) => partyKey(party) === partyKey(event.party), event.reason);
  }
}

function setState(room: RoomView, matches: (one: Rung) => boolean, state: Rung['state']): RoomView | null {
  if (!room.rung.some(matches)) return null;
  return { ...room, rung: room.rung.map((one) => (matches(one) ? { ...one, state } : one)) };
}

/** The room without the rings of those who have joined. */
export const stillRung = (room: RoomView): RoomView =>
  room.rung.some(({ party }) => isHere(room, party))
    ? { ...room, rung: room.rung.filter(({ party }) => !isHere(room, party)) }
    : room;

const isHere = ({ members }: RoomView, party: Party): boolean =>
  members.some((member) => partyKey(member.party) === partyKey(party));
