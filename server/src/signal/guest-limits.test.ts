import { expect, it } from 'vitest';
import type { GroupId, GuestLinkId } from '#protocol/ids.ts';
import { partyKey } from '#protocol/party.ts';
import type { Session } from '#server/session.ts';
import { GuestLimits } from './guest-limits.ts';
import type { Identity } from './identify.ts';

const PER_ADDRESS = 3;
const linkId = crypto.randomUUID() as GuestLinkId;
const groupId = crypto.randomUUID() as GroupId;

const guest = (network: string, maxGuests: number) =>
  ({
    principal: { kind: 'guest', linkId, reach: { kind: 'group', groupId }, maxGuests, network },
    party: { kind: 'guest', id: crypto.randomUUID(), name: 'Grace' },
  }) as const satisfies Identity;
const opened = (identity: Identity & Pick<Session, 'party'>) => ({
  principal: identity.principal,
  partyKey: partyKey(identity.party),
  wire: {},
});

it('lets nobody keep the guests of another network out by sessions that are in no call (S14)', () => {
  const limits = new GuestLimits({ perAddress: PER_ADDRESS, count: async () => {} });
  const open = [opened(guest('198.51.100.1', 2)), opened(guest('198.51.100.1', 2))];
  expect(() => limits.check(guest('198.51.100.1', 2), open)).toThrow(
    expect.objectContaining({ code: 'guest-link-full' }),
  );
  expect(() => limits.check(guest('203.0.113.1', 2), open)).not.toThrow();
});

it('lets someone in after a guest who has left and closed the page (S14)', () => {
  const limits = new GuestLimits({ perAddress: PER_ADDRESS, count: async () => {} });
  const one = guest('198.51.100.1', 1);
  const other = () => limits.check({ ...one, party: { ...one.party, id: crypto.randomUUID() } }, open);
  let open: Parameters<GuestLimits['check']>[1] = [opened(one)];
  expect(other).toThrow(expect.objectContaining({ code: 'guest-link-full' }));
  open = [{ ...opened(one), wire: null }];
  expect(other).not.toThrow();
});
