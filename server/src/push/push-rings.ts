import type { Logger } from '#platform/log.ts';
import type { UserId } from '#protocol/ids.ts';
import type { Party, PartyKey } from '#protocol/party.ts';
import type { PushMessage } from '#protocol/push.ts';
import type { Db } from '#server/db/database.ts';
import { type Caller, pushTexts } from './push-texts.ts';
import { sendPush } from './send-push.ts';
import { forgetEndpoint, noteUse, type PushSubscription, subscriptionsOf } from './subscriptions.ts';
import type { Vapid } from './vapid.ts';

/** A missed call is still news for someone who comes back a day later. */
const MISSED_TTL_S = 86_400;
/** Takes away a ring that is being shown; where none is there is nothing to be said. */
const OVER_TTL_S = 60;
/** The push service says that the subscription is gone (RFC 8030, 7.3; RFC 9110, 15.5.11). */
const GONE: readonly (number | null)[] = [404, 410];

export type RingOutcome = Extract<PushMessage['kind'], 'missed' | 'answered' | 'declined'>;

/** A ring that was sent to the browsers of someone. */
export interface PushedRing {
  /** Whether any push service has taken it. Never rejects. */
  readonly taken: Promise<boolean>;
  /** The ring is over: its notification says how. */
  end(outcome: RingOutcome): void;
}

export interface Ring {
  readonly callee: PartyKey;
  readonly caller: Pick<Party, 'kind' | 'name'>;
  /** Of the notification. */
  readonly tag: string;
  /** How long it rings: no one is rung later. */
  readonly ringsForMs: number;
  /** Of a group call. */
  readonly group?: { readonly name: string; readonly path: string };
}

/** Rings browsers in which no page is open (SPEC.md, D18). */
export interface PushRings {
  /** Whether someone has a browser that would ring. */
  reaches(key: PartyKey): Promise<boolean>;
  ring(ring: Ring): PushedRing;
  /** Waits for what is being sent, which takes seconds at most. Can be called twice. */
  close(): Promise<void>;
}

export interface PushRingsDeps {
  readonly db: Db;
  readonly log: Logger;
  /** Null: there is no Web Push. */
  readonly vapid: Vapid | null;
  readonly privateAllowed: boolean;
}

/** Where calls are answered; what rings is heard there. */
const HOME = '/user';

export function createPushRings({ db, log, vapid, privateAllowed }: PushRingsDeps): PushRings {
  const sending = new Set<Promise<unknown>>();

  const find = async (key: PartyKey): Promise<readonly PushSubscription[]> => {
    const userId = userOf(key);
    return vapid === null || userId === null ? [] : await subscriptionsOf(db, userId);
  };

  const sendTo = async (to: PushSubscription, message: PushMessage, ttlS: number): Promise<boolean> => {
    if (vapid === null) return false;
    const { status, error } = await sendPush(to, message, ttlS, { vapid, privateAllowed });
    // Not the whole endpoint: it is a secret of the browser.
    log.debug({ service: new URL(to.endpoint).host, kind: message.kind, status, error }, 'push sent');
    if (error === null) await noteUse(db, to.endpoint);
    else if (GONE.includes(status)) await forgetEndpoint(db, to.endpoint);
    return error === null;
  };

  /** To all browsers of the callee. Returns whether any push service has taken it. */
  const send = async (
    { callee, tag }: Ring,
    kind: PushMessage['kind'],
    { caller, path, ttlS }: { readonly caller: Caller; readonly path: string; readonly ttlS: number },
  ): Promise<boolean> => {
    const taken = await Promise.all(
      (await find(callee)).map((to) =>
        sendTo(to, { kind, tag, path, ...pushTexts(to.lang, kind, caller) }, ttlS),
      ),
    );
    return taken.includes(true);
  };

  const inBackground = (work: Promise<boolean>): Promise<boolean> => {
    const done: Promise<boolean> = work
      .catch((err: unknown) => {
        log.warn({ err }, 'push not sent');
        return false;
      })
      .finally(() => sending.delete(done));
    sending.add(done);
    return done;
  };

  return {
    reaches: async (key) => (await find(key)).length > 0,
    ring(ring) {
      const { caller, group, ringsForMs } = ring;
      const about = { kind: caller.kind, name: caller.name, ...(group && { groupName: group.name }) };
      const path = group?.path ?? HOME;
      const ttlS = Math.ceil(ringsForMs / 1000);
      const taken = inBackground(send(ring, group ? 'group-ring' : 'ring', { caller: about, path, ttlS }));
      return {
        taken,
        end(outcome) {
          const endTtlS = outcome === 'missed' ? MISSED_TTL_S : OVER_TTL_S;
          // After the ring, which would otherwise take its place.
          void inBackground(
            taken.then((any) => any && send(ring, outcome, { caller: about, path, ttlS: endTtlS })),
          );
        },
      };
    },
    async close() {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}

const USER = 'user:';
const userOf = (key: PartyKey): UserId | null =>
  key.startsWith(USER) ? (key.slice(USER.length) as UserId) : null;
