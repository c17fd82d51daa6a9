import { beforeAll } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import { PASSWORD } from './open-test-api.ts';
import { setUpTestApi } from './test-api.ts';

/** Who tries to become whom. Two customers: `a`, and `b`, where the others live. */
export const kinds = [
  'nobody',
  'guest',
  'user',
  'otherUser',
  'device',
  'otherDevice',
  'manager',
  'bothManager',
  'awayManager',
  'rival',
  'admin',
] as const;
export type Kind = (typeof kinds)[number];

/** How someone is acted as. */
export type Act = 'mail' | 'password' | 'secret';

interface Account {
  readonly kind: Kind;
  readonly id: string;
  readonly token: string | undefined;
  readonly mail: string;
  readonly serial: string;
}

interface Taken {
  readonly victim: Account;
  readonly token: string;
}

const STOLEN = 'chosen by someone else';
const plainJson = { 'content-type': 'application/json' };

/** Accounts of every kind, and everything that an attacker with a mailbox can try on one of them. */
export function setUpImpersonation() {
  const api = setUpTestApi();
  let customers: { readonly a: CustomerId; readonly b: CustomerId };
  let count = 0;
  const newMail = (name: string) => `${name}${++count}@example.com`;

  beforeAll(async () => {
    customers = { a: await api.makeCustomer('a'), b: await api.makeCustomer('b') };
    // Each customer has a manager who stays.
    await api.makeUser({ mail: 'stays@example.com', manages: [customers.a, customers.b] });
    await api.makeAdmin('stays@example.com');
  });

  const makeUser = async (kind: Kind, home: 'a' | 'b', manages: readonly ('a' | 'b')[]): Promise<Account> => {
    const mail = newMail(kind.toLowerCase());
    const made = await api.makeUser({
      mail,
      customerId: customers[home],
      manages: manages.map((name) => customers[name]),
    });
    return { kind, ...made, mail, serial: '' };
  };
  const makeDevice = async (kind: Kind, home: 'a' | 'b'): Promise<Account> => {
    const made = await api.makeDevice({ number: ++count, customerId: customers[home] });
    return { kind, ...made, mail: '' };
  };

  const make = async (kind: Kind): Promise<Account> => {
    switch (kind) {
      case 'nobody':
        return { kind, id: crypto.randomUUID(), token: undefined, mail: '', serial: '' };
      case 'guest': {
        const owner = await makeUser('user', 'a', []);
        const reach = { kind: 'direct', userId: owner.id as UserId } as const;
        const link = await api.db
          .transaction()
          .execute((trx) => issueGuestLink(trx, api.auth.guestTokens, reach, null));
        return { kind, id: link.id, token: link.token, mail: '', serial: '' };
      }
      case 'user':
        return await makeUser(kind, 'a', []);
      case 'otherUser':
        return await makeUser(kind, 'b', []);
      case 'device':
        return await makeDevice(kind, 'a');
      case 'otherDevice':
        return await makeDevice(kind, 'b');
      case 'manager':
        return await makeUser(kind, 'a', ['a']);
      case 'bothManager':
        return await makeUser(kind, 'a', ['a', 'b']);
      case 'awayManager':
        return await makeUser(kind, 'a', ['b']);
      case 'rival':
        return await makeUser(kind, 'b', ['b']);
      case 'admin': {
        const mail = newMail('admin');
        return { kind, ...(await api.makeAdmin(mail)), mail, serial: '' };
      }
    }
  };

  const isDevice = ({ kind }: Account) => kind === 'device' || kind === 'otherDevice';
  const pathOf = (account: Account) =>
    account.kind === 'admin' ? 'admins' : isDevice(account) ? 'devices' : 'users';
  const as = ({ token }: Account) => (token === undefined ? {} : { token });

  /** Whether a token is that account's. */
  const isSignedIn = async (token: string, account: Account): Promise<boolean> => {
    const { status, body } = await api.get(`${pathOf(account)}/current`, token);
    return status === 200 && body.id === account.id;
  };
  const signIn = async (account: Account, mails: readonly string[], password: string) => {
    for (const username of mails) {
      const body = { username, password };
      const { status, body: tokens } = await api.request('POST', 'auth', { body, headers: plainJson });
      if (status === 200 && (await isSignedIn(tokens.token, account))) return tokens.token;
    }
    return undefined;
  };

  /** Follows all that was mailed to an address, with the link's own target and with the others. */
  const followMails = async (to: string, targets: readonly string[]): Promise<void> => {
    for (const { content } of api.mails.filter((mail) => mail.to === to)) {
      const { searchParams } = new URL(content.link);
      const token = searchParams.get('token') ?? '';
      for (const target of [searchParams.get('target') ?? '', ...targets]) {
        const link = { token, target };
        for (const path of [
          'users/verify',
          'admins/verify',
          'customers/verify',
          'mail_changes/undo',
          'pairs/approval',
        ]) {
          await api.post(path, link);
        }
        for (const path of ['users/reset', 'users/resetm', 'admins/reset']) {
          await api.post(path, { ...link, plainPassword: STOLEN });
        }
      }
    }
  };
  const requestResets = async (mail: string): Promise<void> => {
    for (const audience of ['user', 'manager', 'admin'] as const) {
      await api.auth.accounts.sendResetLink({ audience, mail });
    }
  };

  const byMail = async (attacker: Account, victim: Account, mailbox: string) => {
    const address = `${pathOf(victim)}/${victim.id}`;
    const asked = as(attacker);
    const { body: shown } = await api.request('GET', address, asked);
    await api.request('PATCH', address, { ...asked, body: { email: mailbox } });
    await api.request('PUT', address, { ...asked, body: { ...shown, email: mailbox } });
    await api.request('POST', `${address}/verification`, asked);
    // Someone's own links say nothing of anyone else.
    if (attacker.mail !== '') {
      const body = { email: newMail('own'), currentPassword: PASSWORD };
      await api.request('PATCH', `${pathOf(attacker)}/${attacker.id}`, { ...asked, body });
      await followMails(body.email, [victim.id]);
      await followMails(attacker.mail, [victim.id]);
    }
    await followMails(mailbox, [victim.id]);
    await requestResets(mailbox);
    await requestResets(victim.mail);
    await followMails(mailbox, [victim.id]);
    return await signIn(victim, [mailbox, victim.mail], STOLEN);
  };

  const byPassword = async (attacker: Account, victim: Account) => {
    const address = `${pathOf(victim)}/${victim.id}`;
    await api.request('PATCH', address, { ...as(attacker), body: { plainPassword: STOLEN } });
    return await signIn(victim, [victim.mail], STOLEN);
  };

  const bySecret = async (attacker: Account, victim: Account) => {
    const renewed = await api.request('POST', `devices/${victim.id}/secret`, as(attacker));
    const shown = await api.request('GET', `devices/${victim.id}`, as(attacker));
    const secret = renewed.body.secret ?? shown.body.secret ?? '';
    const { status, body } = await api.post('authenticates', { serialNumber: victim.serial, secret });
    return status === 200 && (await isSignedIn(body.token, victim)) ? body.token : undefined;
  };

  return {
    api,
    make,
    isSignedIn,
    userIdOf: ({ id }: Account) => id as UserId,
    get customers() {
      return customers;
    },

    /** By which acts the attacker gets a token of someone of that kind. */
    async impersonate(attacker: Account, whom: Kind): Promise<ReadonlyMap<Act, Taken>> {
      const acts: readonly (readonly [Act, (victim: Account) => Promise<string | undefined>])[] = [
        ['secret', (victim) => bySecret(attacker, victim)],
        ['password', (victim) => byPassword(attacker, victim)],
        ['mail', (victim) => byMail(attacker, victim, newMail('evil'))],
      ];
      const taken = new Map<Act, Taken>();
      for (const [act, attempt] of acts) {
        const victim = await make(whom);
        const token = await attempt(victim);
        if (token !== undefined) taken.set(act, { victim, token });
      }
      return taken;
    },

    /** The victim follows the undo link in the own mailbox. */
    async takeBack({ mail }: Account): Promise<boolean> {
      const notice = api.mails.find(
        ({ to, content }) => to === mail && content.kind === 'mail-change-requested',
      );
      if (!notice) return false;
      const { searchParams } = new URL(notice.content.link);
      const link = { token: searchParams.get('token'), target: searchParams.get('target') };
      return (await api.post('mail_changes/undo', link)).status === 204;
    },

    async managedBy({ id }: Account): Promise<readonly string[]> {
      const rows = await api.db
        .selectFrom('customer_managers')
        .where('user_id', '=', id as UserId)
        .select('customer_id')
        .execute();
      return rows.map((row) => row.customer_id);
    },

    /** Tries every way to a role or a customer; what the attacker, or an account of the attacker's making, manages then. */
    async promote(attacker: Account): Promise<readonly string[]> {
      const asked = as(attacker);
      const own = `${pathOf(attacker)}/${attacker.id}`;
      const mail = newMail('made');
      const { a, b } = customers;
      const made = await api.request('POST', 'users', {
        ...asked,
        body: { email: mail, plainPassword: PASSWORD, isManager: true, customer: iri('customers', b) },
      });
      await followMails(mail, []);
      const puppets = [attacker.id, made.body.id].filter((id) => id !== undefined);
      for (const body of [{ isManager: true }, { customer: iri('customers', b) }, { manages: [a, b] }]) {
        await api.request('PATCH', own, { ...asked, body });
      }
      for (const customer of [a, b]) {
        for (const id of puppets) {
          const body = { user: iri('users', id) };
          await api.request('POST', `customers/${customer}/manager`, { ...asked, body });
          await api.request('PATCH', `customers/${customer}`, { ...asked, body: { managers: [body.user] } });
        }
      }
      const rows = await api.db
        .selectFrom('customer_managers')
        .where('user_id', 'in', puppets as UserId[])
        .select('customer_id')
        .execute();
      return rows.map((row) => row.customer_id);
    },
  };
}
