import { describe, expect, it } from 'vitest';
import { iri } from '#protocol/rest/field.ts';
import { type Act, type Kind, kinds, setUpImpersonation } from './testing/access-reachability.ts';
import { linkTo, PASSWORD } from './testing/open-test-api.ts';

/**
 * Not what each may do to rows (access.slow.test.ts), but as whom one may do it: who can become whom by mail, reset, link, role or
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

it('no matter who is taken over, no one comes to manage what they do not manage already', () => {
  for (const who of kinds) {
    const reached = new Set<Kind>([who]);
    for (const kind of reached) {
      for (const next of Object.keys(allowed[kind]) as Kind[]) reached.add(next);
    }
    const customers = new Set([...reached].flatMap((kind) => managed[kind]));
    expect([...customers].sort(), who).toEqual([...managed[who]]);
  }
});

describe('an address that a manager asked for', () => {
  const asked = async () => {
    const [manager, user, admin] = [
      await world.make('manager'),
      await world.make('user'),
      await world.make('admin'),
    ];
    const mailbox = `pending.${user.mail}`;
    const { status, body } = await api.patch(`users/${user.id}`, { email: mailbox }, manager.token);
    expect([status, body.pendingEmail]).toEqual([200, mailbox]);
    const confirmed = async () => {
      const answer = await api.post('users/verify', linkTo(api, mailbox, 'confirm-mail'));
      return [answer.status, answer.body.code];
    };
    const pending = async () => (await api.get(`users/${user.id}`, admin.token)).body.pendingEmail;
    return { user, admin, confirmed, pending };
  };
  const steps = {
    'has the role of a manager': { isManager: true },
    'has moved to another customer': () => ({ customer: iri('customers', world.customers.b) }),
  };

  it.each(Object.entries(steps))('is confirmed no more once the user %s', async (_, step) => {
    const { user, admin, confirmed, pending } = await asked();
    const body = typeof step === 'function' ? step() : step;
    expect((await api.patch(`users/${user.id}`, body, admin.token)).status).toBe(200);
    expect(await pending()).toBeNull();
    expect(await confirmed()).toEqual([404, 'verification-unknown']);
  });

  it('is confirmed no more once the user manages another customer', async () => {
    const { user, admin, confirmed, pending } = await asked();
    await api.db
      .updateTable('users')
      .set({ is_manager: true })
      .where('id', '=', world.userIdOf(user))
      .execute();
    const added = { user: iri('users', user.id) };
    expect(
      (await api.post(`customers/${world.customers.b}/manager`, added, admin.token)).status,
    ).toBeLessThan(300);
    expect(await pending()).toBeNull();
    expect(await confirmed()).toEqual([404, 'verification-unknown']);
  });

  it('stays pending when the user is only renamed', async () => {
    const { user, admin, confirmed } = await asked();
    expect((await api.patch(`users/${user.id}`, { nickname: 'Renamed' }, admin.token)).status).toBe(200);
    expect((await confirmed())[0]).toBe(200);
  });
});

it('an address that a user asked for outlives a promotion', async () => {
  const [user, admin] = [await world.make('user'), await world.make('admin')];
  const email = `own.${user.mail}`;
  await api.patch(`users/${user.id}`, { email, currentPassword: PASSWORD }, user.token);
  expect((await api.patch(`users/${user.id}`, { isManager: true }, admin.token)).status).toBe(200);
  expect((await api.post('users/verify', linkTo(api, email, 'confirm-mail'))).body.email).toBe(email);
});

it.each(kinds)('a guest link to another’s call is made by no %s', async (who) => {
  const attacker = await world.make(who);
  const owner = await world.make('otherUser');
  const group = await api.makeGroup(world.userIdOf(owner), 'Not yours');
  const asked = attacker.token === undefined ? {} : { token: attacker.token };
  const ask = (body: object) => api.request('POST', 'guest_links', { ...asked, body });
  expect((await ask({ group: iri('groups', group) })).status).toBeGreaterThanOrEqual(400);
  // Who is called by a link is no one's to say.
  const own = await ask({ owner: iri('users', owner.id) });
  if (own.status < 300) expect(own.body.owner).toBe(iri('users', attacker.id));
  const { body } = await api.request('GET', 'guest_links?pageSize=100', asked);
  const listed = body['hydra:member'] ?? [];
  // A link that works is shown to its owner alone.
  const shown = listed.filter(({ url }) => url !== undefined).map(({ owner }) => owner);
  expect(new Set(shown)).toEqual(new Set(own.status < 300 ? [iri('users', attacker.id)] : []));
});
