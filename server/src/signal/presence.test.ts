import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import type { CustomerId, ServerId, SessionId, UserId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { Session } from '#server/session.ts';
import { eventually } from '#server/testing/eventually.ts';
import { SharedPresence } from './presence.ts';

const HEARTBEAT_MS = 40;
const HANA: PartyKey = 'user:0192aaaa-0000-7000-8000-000000000001';

/** A session as presence sees it: nothing but whose it is. */
const sessionOf = (key: PartyKey): Session => {
  const id = key.slice(5) as UserId;
  return {
    id: randomUUID() as SessionId,
    partyKey: key,
    party: { kind: 'user', id, name: 'Hana' },
    principal: { kind: 'user', id, customerId: randomUUID() as CustomerId, familyId: randomUUID() },
    live: true,
    endedBy: null,
    notify: () => {},
  };
};

/** A bus whose messages of one kind get lost while `lossy` is set. */
function lossyBus(bus: Bus): Bus & { lossy: boolean } {
  return Object.assign(Object.create(bus), {
    lossy: false,
    publish(this: { lossy: boolean }, subject: string, payload: unknown) {
      if (!this.lossy) bus.publish(subject, payload);
    },
  });
}

describe('presence', () => {
  const bus = createLocalBus();
  const open: SharedPresence[] = [];
  const start = (on: Bus = bus, isAlive?: (serverId: ServerId) => boolean) => {
    const serverId = randomUUID() as ServerId;
    const alive = isAlive && { isAlive };
    const presence = new SharedPresence({ bus: on, serverId, heartbeatMs: HEARTBEAT_MS, ...alive });
    open.push(presence);
    return presence;
  };
  afterEach(() => {
    for (const presence of open.splice(0)) presence.close();
  });

  it('is offline, online or busy over all sessions (P1)', () => {
    const presence = start();
    const [laptop, phone] = [sessionOf(HANA), sessionOf(HANA)];
    const states = [presence.stateOf(HANA)];
    const note = () => states.push(presence.stateOf(HANA));
    presence.opened(laptop);
    note();
    presence.opened(phone);
    presence.enterCall(phone);
    note();
    presence.ended(laptop, 'closed');
    note();
    presence.leaveCall(phone);
    note();
    presence.ended(phone, 'closed');
    note();
    expect(states).toEqual(['offline', 'online', 'busy', 'busy', 'online', 'offline']);
  });

  it('names the servers to ring someone on in one order, and tells of those where they arrive', async () => {
    const [near, far, third] = [start(), start(), start()];
    const all = [near, far, third];
    // A server knows of the others once it has heard them.
    await eventually(() => expect(new Set(all.map((one) => one.serversOf(HANA).join())).size).toBe(1));
    expect(near.serversOf(HANA)).toHaveLength(1);
    const arrivals: ServerId[] = [];
    third.onArrival((key, serverId) => key === HANA && arrivals.push(serverId));
    const session = sessionOf(HANA);
    near.opened(session);
    await eventually(() => expect(arrivals).toHaveLength(1));
    for (const one of all) expect(one.serversOf(HANA)).toEqual(arrivals);
    far.opened(sessionOf(HANA));
    await eventually(() => expect(arrivals).toHaveLength(2));
    for (const one of all) expect(one.serversOf(HANA)).toEqual([...arrivals].sort());
    // Another session on a server that has some is no arrival.
    near.opened(sessionOf(HANA));
    near.enterCall(session);
    await eventually(() => expect(third.stateOf(HANA)).toBe('busy'));
    expect(arrivals).toHaveLength(2);
  });

  it('lets a session be in one call at most', () => {
    const presence = start();
    const session = sessionOf(HANA);
    presence.opened(session);
    presence.enterCall(session);
    expect(() => presence.enterCall(session)).toThrow('already-in-call');
    presence.leaveCall(session);
    presence.leaveCall(session);
    expect(presence.stateOf(HANA)).toBe('online');
  });

  it('reaches the other servers, also those that start later (P3)', async () => {
    const [one, other] = [start(), start()];
    const changes: string[] = [];
    other.onChange((_, state) => changes.push(state));
    const session = sessionOf(HANA);
    one.opened(session);
    await eventually(() => expect(other.stateOf(HANA)).toBe('online'));
    one.enterCall(session);
    await eventually(() => expect(changes).toEqual(['online', 'busy']));
    const late = start();
    await eventually(() => expect(late.stateOf(HANA)).toBe('busy'));
  });

  it('reaches servers that start later in several messages where many are there (P3)', async () => {
    const one = start();
    const parties = Array.from({ length: 20_000 }, () => sessionOf(`user:${randomUUID()}`));
    for (const session of parties) one.opened(session);
    const late = start();
    await eventually(() => expect(late.present().size).toBe(parties.length));
    expect(late.present()).toEqual(one.present());
  });

  it('knows that someone is not busy any more whose call this server has ended (D2, P1)', async () => {
    const [one, other] = [start(), start()];
    const session = sessionOf(HANA);
    bus.subscribe('ended', () => other.leaveCall(session));
    other.opened(session);
    other.enterCall(session);
    await eventually(() => expect(one.stateOf(HANA)).toBe('busy'));
    bus.publish('ended', {});
    await one.settle(HANA);
    expect(one.stateOf(HANA)).toBe('online');
  });

  it('takes what it knows of a server that does not answer for true (P3)', async () => {
    const mute: Bus = Object.assign(Object.create(bus), { serve: () => () => {} });
    const [one, other] = [start(), start(mute)];
    const session = sessionOf(HANA);
    other.opened(session);
    other.enterCall(session);
    await eventually(() => expect(one.stateOf(HANA)).toBe('busy'));
    await one.settle(HANA);
    expect(one.stateOf(HANA)).toBe('busy');
  });

  it('heals what a lost message has torn, by the next heartbeat (P3)', async () => {
    const sometimes = lossyBus(bus);
    const [one, other] = [start(sometimes), start()];
    one.opened(sessionOf('user:0192aaaa-0000-7000-8000-000000000002'));
    await eventually(() => expect(other.present().size).toBe(1));
    sometimes.lossy = true;
    one.opened(sessionOf(HANA));
    sometimes.lossy = false;
    await eventually(() => expect(other.stateOf(HANA)).toBe('online'));
  });

  it('forgets a server that closes at once, and one that has died after three heartbeats (P3)', async () => {
    const sometimes = lossyBus(bus);
    const [dying, closing, other] = [start(sometimes), start(), start()];
    const lost: string[] = [];
    other.onServerLost((serverId) => lost.push(serverId));
    dying.opened(sessionOf(HANA));
    closing.opened(sessionOf('user:0192aaaa-0000-7000-8000-000000000003'));
    await eventually(() => expect(other.present().size).toBe(2));
    closing.close();
    await eventually(() => expect(lost).toHaveLength(1));
    expect(other.stateOf(HANA)).toBe('online');
    sometimes.lossy = true;
    await eventually(() => expect(other.stateOf(HANA)).toBe('offline'));
    expect(lost).toHaveLength(2);
  });

  it('loses nobody while it cannot hear itself, and counts again afterwards (P3)', async () => {
    const deafness = { deaf: false, confirms: 0 };
    const deafBus: Bus = Object.assign(Object.create(bus), {
      confirm: async () => {
        deafness.confirms += 1;
        return !deafness.deaf;
      },
    });
    const silent = lossyBus(bus);
    const [one, other] = [start(silent), start(deafBus)];
    one.opened(sessionOf(HANA));
    await eventually(() => expect(other.stateOf(HANA)).toBe('online'));
    expect(other.canReach(HANA)).toBe(true);
    deafness.deaf = true;
    silent.lossy = true;
    const { confirms } = deafness;
    await eventually(() => expect(deafness.confirms).toBeGreaterThan(confirms + 10));
    expect([other.stateOf(HANA), other.canReach(HANA)]).toEqual(['online', false]);
    deafness.deaf = false;
    await eventually(() => expect(other.stateOf(HANA)).toBe('offline'));
  });

  it('keeps what it knows of a server that is silent but lives, and does not count on it (P3)', async () => {
    const silent = lossyBus(bus);
    let lives = true;
    const [one, other] = [start(silent), start(bus, () => lives)];
    const lost: string[] = [];
    other.onServerLost((serverId) => lost.push(serverId));
    one.opened(sessionOf(HANA));
    await eventually(() => expect(other.stateOf(HANA)).toBe('online'));
    silent.lossy = true;
    await eventually(() => expect(other.canReach(HANA)).toBe(false));
    expect([other.stateOf(HANA), lost]).toEqual(['online', []]);
    silent.lossy = false;
    await eventually(() => expect(other.canReach(HANA)).toBe(true));
    silent.lossy = true;
    lives = false;
    await eventually(() => expect(other.stateOf(HANA)).toBe('offline'));
    expect(lost).toHaveLength(1);
  });
});
