import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import type { CallId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { IceServers } from '#server/ice-servers.ts';
import { offeredTo } from './access.ts';
import type { CallStore } from './call-store.ts';
import type { CallEffect } from './machine.ts';
import { ANNOUNCEMENTS_SUBJECT, type Announcement, type CallNotice } from './messages.ts';
import type { OwnedCall, Participant } from './owned-call.ts';

export interface CallNotifierDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly bus: Bus;
  readonly ice: IceServers;
  readonly store: CallStore;
  /** An invitation has ended without its callee having joined. */
  readonly onInvitationOver: (callId: CallId, invitation: CallId, inviter: Participant) => void;
}

/** Carries out what a call's machine decides: notifies those in the call, and stores it. */
export class CallNotifier {
  readonly #deps: CallNotifierDeps;

  constructor(deps: CallNotifierDeps) {
    this.#deps = deps;
  }

  perform(call: OwnedCall, effect: CallEffect): void {
    const { id: callId, participants } = call;
    switch (effect.type) {
      case 'announce-answered':
        this.#answered(call);
        return;
      case 'announce-moved':
        for (const participant of participants.values()) {
          this.notify(call, participant, {
            notice: 'directCall.moved',
            data: { callId, reason: effect.reason },
          });
        }
        return;
      case 'release':
        this.#release(call, effect);
        return;
      case 'pass-message':
        this.notify(call, participants.get(effect.to), {
          notice: 'directCall.signalled',
          data: {
            callId,
            message: effect.message,
            ...(effect.leg !== undefined && { leg: effect.leg }),
          },
        });
        return;
      case 'notify-away':
        this.notify(call, participants.get(effect.to), {
          notice: 'directCall.peerAway',
          data: { callId, away: effect.away },
        });
        return;
    }
  }

  #answered(call: OwnedCall): void {
    const { id: callId, participants, joins } = call;
    const [caller, callee] = [participants.get('caller'), participants.get('callee')];
    if (!callee?.sessionId || !caller) return;
    this.announce({ type: 'answered', callId, by: callee.sessionId });
    if (joins) return;
    const ice = this.#deps.ice(caller.identity.key);
    this.notify(call, caller, { notice: 'directCall.accepted', data: { callId, role: 'impolite', ice } });
    for (const participant of [caller, callee]) this.offer(call, participant);
  }

  /** Notifies someone in the call of what they are offered in it. */
  offer(call: OwnedCall, participant: Participant): void {
    const { db, log } = this.#deps;
    offeredTo(db, participant.identity)
      .then((offered) =>
        this.notify(call, participant, { notice: 'directCall.offered', data: { callId: call.id, offered } }),
      )
      .catch((err: unknown) => log.error({ err, callId: call.id }, 'nothing offered in a call'));
  }

  #release(call: OwnedCall, { participantIds, ended, over }: Extract<CallEffect, { type: 'release' }>): void {
    const { id: callId, participants, joins } = call;
    const { reason, durationS } = ended;
    const leaving = participantIds.flatMap((participantId) => participants.get(participantId) ?? []);
    const of = over ? null : leaving.flatMap(({ sessionId }) => sessionId ?? []);
    this.announce({ type: 'ended', callId, reason, durationS, of });
    for (const { takeUpTimer } of leaving) clearTimeout(takeUpTimer);
    const [caller, callee] = [participants.get('caller'), participants.get('callee')];
    if (joins && caller && callee) {
      this.#deps.onInvitationOver(joins.callId, callId, caller);
      const data = { callId: joins.callId, invitationId: callId, peer: callee.identity.party, reason };
      // In the call's own name: that is the one that the inviter is in.
      this.notify({ id: joins.callId }, caller, { notice: 'directCall.invitationEnded', data });
    }
    this.#deps.store.record(call, leaving, ended, over);
  }

  /** Sends a notice to the session that someone in the call has, wherever it is. */
  notify(call: Pick<OwnedCall, 'id'>, participant: Participant | undefined, notice: CallNotice): void {
    if (participant?.sessionId)
      this.announce({ type: 'said', callId: call.id, to: participant.sessionId, say: notice });
  }

  announce(announcement: Announcement): void {
    this.#deps.bus.publish(ANNOUNCEMENTS_SUBJECT, announcement);
  }
}
