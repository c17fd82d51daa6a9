import { describe, expect, it } from 'vitest';
import { iri } from '#protocol/rest/field.ts';
import { type Act, type Kind, kinds, setUpImpersonation } from './access-reachability.ts';

/**
 * Not what each may do to rows (access.test.ts), but as whom one may do it: who can become whom by mail, reset, link, role or
 * secret, and where that leads when it is done again and again.
 */
const world = setUpImpersonation();
const { api } = world;

const managed: Readonly<Record<Kind, readonly ('a' | 'b')[]>> = {
  nobody: [],
  guest: [],
  user: [],
  otherUser: [],
  device: [],
  otherDevice: [],
  manager: ['a'],
  bothManager: ['a', 'b'],
  // Lives at `a`, and manages `b` alone.
  awayManager: ['b'],
  rival: ['b'],
  admin: ['a', 'b'],
};

/** By the specification, in its words: whom a kind may act as, and how. */
const allowed: Readonly<Record<Kind, Partial<Record<Kind, readonly Act[]>>>> = {
  nobody: {},
  guest: {},
  user: {},
  otherUser: {},
  device: {},
  otherDevice: {},
  manager: { user: ['mail'], manager: ['mail'], device: ['secret'] },
  bothManager: {
    user: ['mail'],
    otherUser: ['mail'],
    manager: ['mail'],
    bothManager: ['mail'],
    awayManager: ['mail'],
    rival: ['mail'],
    device: ['secret'],
    otherDevice: ['secret'],
  },
  awayManager: { otherUser: ['mail'], rival: ['mail'], otherDevice: ['secret'] },
  rival: { otherUser: ['mail'], rival: ['mail'], otherDevice: ['secret'] },
  admin: {
    user: ['mail', 'password'],
    otherUser: ['mail', 'password'],
    manager: ['mail', 'password'],
    bothManager: ['mail', 'password'],
    awayManager: ['mail', 'password'],
    rival: ['mail', 'password'],
    admin: ['mail', 'password'],
    device: ['secret'],
    otherDevice: ['secret'],
  },
};

describe.each(kinds)('%s', (who) => {
  it.each(kinds.filter((kind) => kind !== 'nobody' && kind !== 'guest'))(
    'acts as %s only as far as it is allowed, and never unannounced',
    async (whom) => {
      const attacker = await world.make(who);
      const taken = await world.impersonate(attacker, whom);
      expect([...taken.keys()].sort()).toEqual([...(allowed[who][whom] ?? [])].sort());
      const byMail = taken.get('mail');
      if (!byMail) return;
      // The mailbox that was passed over takes the account back.
      expect(await world.takeBack(byMail.victim)).toBe(true);
      expect(await world.isSignedIn(byMail.token, byMail.victim)).toBe(false);
    },
  );

  it('gives itself no more to manage', async () => {
    const attacker = await world.make(who);
    const before = new Set(await world.managedBy(attacker));
    const after = await world.promote(attacker);
    if (who !== 'admin') expect(after.filter((id) => !before.has(id))).toEqual([]);
  });
});

it('whoever is taken over, nobody comes to manage what they do not manage already', () => {
  for (const who of kinds) {
    const reached = new Set<Kind>([who]);
    for (const kind of reached) {
      for (const next of Object.keys(allowed[kind]) as Kind[]) reached.add(next);
    }
    const customers = new Set([...reached].flatMap((kind) => managed[kind]));
    expect([...customers].sort(), who).toEqual([...managed[who]]);
  }
});

it.each(kinds)('a guest link to another’s call is made by no %s', async (who) => {
  const attacker = await world.make(who);
  const owner = await world.make('otherUser');
  const group = await api.makeGroup(world.userIdOf(owner), 'Not yours');
  const asked = attacker.token === undefined ? {} : { token: attacker.token };
  const ask = (body: object) => api.request('POST', 'guest_links', { ...asked, body });
  expect((await ask({ group: iri('groups', group) })).status).toBeGreaterThanOrEqual(400);
  // Who is called by a link is nobody's to say.
  const own = await ask({ owner: iri('users', owner.id) });
  if (own.status < 300) expect(own.body.owner).toBe(iri('users', attacker.id));
  expect((await api.request('GET', 'guest_links?pageSize=100', asked)).text).not.toContain('token=');
});
