import type { PairId } from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { SignalNotices } from '#protocol/signal/contract.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import type { RoomView } from './room-view.ts';

/** Someone whom the owner has asked to join the call, and who has not joined (SPEC.md, G14). */
export interface Rung {
  readonly pairId: PairId;
  readonly party: Party;
  /** `declined` and `missed` stay until they are rung again, or put away. */
  readonly state: 'ringing' | PayloadOf<SignalNotices, 'groupCall.ringUnanswered'>['reason'];
}

export type RungEvent =
  | { readonly type: 'rang'; readonly pairId: PairId; readonly party: Party }
  /** Cancelled, or put away. */
  | { readonly type: 'ringForgotten'; readonly pairId: PairId }
  | ({ readonly type: 'groupCall.ringUnanswered' } & PayloadOf<SignalNotices, 'groupCall.ringUnanswered'>);

/** Null: of a ring that is not known. */
export function changeRung(room: RoomView, event: RungEvent): RoomView | null {
  switch (event.type) {
    case 'rang': {
      const { pairId, party } = event;
      // They were faster than the answer.
      if (isHere(room, party)) return null;
      const others = room.rung.filter((one) => one.pairId !== pairId);
      return { ...room, rung: [...others, { pairId, party, state: 'ringing' }] };
    }
    case 'ringForgotten':
      return { ...room, rung: room.rung.filter(({ pairId }) => pairId !== event.pairId) };
    case 'groupCall.ringUnanswered': {
      const of = partyKey(event.party);
      if (!room.rung.some(({ party }) => partyKey(party) === of)) return null;
      return {
        ...room,
        rung: room.rung.map((one) => (partyKey(one.party) === of ? { ...one, state: event.reason } : one)),
      };
    }
  }
}

/** Those of them who have joined are not waited for any more. */
export const stillRung = (room: RoomView): RoomView =>
  room.rung.some(({ party }) => isHere(room, party))
    ? { ...room, rung: room.rung.filter(({ party }) => !isHere(room, party)) }
    : room;

const isHere = ({ members }: RoomView, party: Party): boolean =>
  members.some((member) => partyKey(member.party) === partyKey(party));
