import { randomBytes, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type { AdminId, CustomerId, DeviceId, GroupId, PairId, UserId } from '#protocol/ids.ts';
import { type AccessTokens, createAccessTokens } from '#server/auth/access-token.ts';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import { createGuestTokens } from '#server/auth/guest-tokens.ts';
import { registerJwt } from '#server/auth/jwt.ts';
import type { Db } from '#server/db/database.ts';
import type { ServiceName } from '#server/db/settings-tables.ts';

const HOUR_MS = 3_600_000;

export interface Person {
  readonly kind: 'user' | 'device';
  readonly id: UserId & DeviceId;
  readonly key: `user:${string}` | `device:${string}`;
  readonly name: string;
  readonly token: string;
  readonly familyId: string;
  readonly customerId: CustomerId;
}

/** Links work whoever has made their tokens. */
const guestTokens = createGuestTokens('s'.repeat(32));

const allOn = {
  enabled: true,
  recording: true,
  share_camera: true,
  share_screen: true,
  share_playback: true,
};

/** Signed as by a server with that secret, where a test has no app of its own. */
export async function createTestTokens(db: Db, secret = 's'.repeat(32)): Promise<AccessTokens> {
  const fastify = Fastify();
  await registerJwt(fastify, { secret, lifeMinutes: 60 });
  return createAccessTokens({ db, jwt: fastify.jwt });
}

/** Accounts, pairs and groups as the database of a test needs them; signed in, without the detour over mail. */
export class People {
  readonly #db: Db;
  readonly #tokens: AccessTokens;
  #serial = 0;

  /** With tokens for servers that have that secret. */
  static create = async (db: Db, secret?: string): Promise<People> =>
    new People(db, await createTestTokens(db, secret));

  constructor(db: Db, tokens: AccessTokens) {
    this.#db = db;
    this.#tokens = tokens;
  }

  /** With both services and all options on. */
  async customer(state: 'VERIFIED' | 'UNVERIFIED' = 'VERIFIED'): Promise<CustomerId> {
    const { id } = await this.#db
      .insertInto('customers')
      .values({ name: 'Test', mail: null, state })
      .returning('id')
      .executeTakeFirstOrThrow();
    const services: ServiceName[] = ['service_video_chat', 'service_group_chat'];
    await this.#db
      .insertInto('features')
      .values(services.map((service) => ({ customer_id: id, service, ...allOn })))
      .execute();
    return id;
  }

  async user(
    name: string,
    customerId: CustomerId,
    state: 'VERIFIED' | 'UNVERIFIED' = 'VERIFIED',
  ): Promise<Person> {
    const { id } = await this.#db
      .insertInto('users')
      .values({
        mail: `${name}-${randomUUID()}@example.org`,
        nickname: name,
        password_hash: 'none',
        state,
        customer_id: customerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return await this.#signIn('user', id, name, customerId);
  }

  /** A user of a customer who manages these. */
  async manager(name: string, customerIds: readonly [CustomerId, ...CustomerId[]]): Promise<Person> {
    const manager = await this.user(name, customerIds[0]);
    await this.#db.updateTable('users').set({ is_manager: true }).where('id', '=', manager.id).execute();
    await this.#db
      .insertInto('customer_managers')
      .values(customerIds.map((customer_id) => ({ customer_id, user_id: manager.id })))
      .execute();
    return manager;
  }

  async admin(): Promise<Pick<Person, 'token' | 'familyId'> & { readonly id: AdminId }> {
    const { id } = await this.#db
      .insertInto('admins')
      .values({ mail: `admin-${randomUUID()}@example.org`, password_hash: 'none', state: 'VERIFIED' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const familyId = await this.#family('admin', id);
    return { id, familyId, token: this.#tokens.sign({ kind: 'admin', id, customerId: null, familyId }) };
  }

  async device(name: string, customerId: CustomerId): Promise<Person> {
    const number = String(++this.#serial).padStart(5, '0');
    const { id } = await this.#db
      .insertInto('devices')
      .values({
        serial: `TEST${randomUUID()}`,
        serial_printed: `TEST${number}`,
        name,
        secret_hash: 'none',
        customer_id: customerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return await this.#signIn('device', id, name, customerId);
  }

  async #signIn(
    kind: Person['kind'],
    id: UserId | DeviceId,
    name: string,
    customerId: CustomerId,
  ): Promise<Person> {
    const familyId = await this.#family(kind, id);
    const token = this.#tokens.sign({ kind, id, customerId, familyId });
    return { kind, id: id as Person['id'], key: `${kind}:${id}`, name, token, familyId, customerId };
  }

  async #family(kind: Person['kind'] | 'admin', id: UserId | DeviceId | AdminId): Promise<string> {
    const familyId = randomUUID();
    await this.#db
      .insertInto('refresh_tokens')
      .values({
        family_id: familyId,
        principal_kind: kind,
        principal_id: id,
        token_hash: randomBytes(32),
        expires_at: new Date(Date.now() + HOUR_MS),
        used_at: null,
        revoked_at: null,
      })
      .execute();
    return familyId;
  }

  async pair(owner: Person, target: Person, state: 'VERIFIED' | 'INVITED' = 'VERIFIED'): Promise<PairId> {
    const column = (side: 'owner' | 'target', { kind, id }: Person) => ({
      [`${side}_user_id`]: kind === 'user' ? id : null,
      [`${side}_device_id`]: kind === 'device' ? id : null,
    });
    const { id } = await this.#db
      .insertInto('pairs')
      .values({
        owner_user_id: null,
        owner_device_id: null,
        target_user_id: null,
        target_device_id: null,
        ...column('owner', owner),
        ...column('target', target),
        state,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** A group whose members are the owner's pairs with the given people. */
  async group(
    owner: Person,
    members: readonly Person[],
    times: { readonly startsAt?: Date; readonly endsAt?: Date } = {},
  ): Promise<GroupId> {
    const { id } = await this.#db
      .insertInto('groups')
      .values({
        name: 'Test group',
        owner_user_id: owner.kind === 'user' ? owner.id : null,
        owner_device_id: owner.kind === 'device' ? owner.id : null,
        starts_at: times.startsAt ?? null,
        ends_at: times.endsAt ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const member of members) {
      const pairId = await this.pair(owner, member);
      await this.#db.insertInto('group_members').values({ group_id: id, pair_id: pairId }).execute();
    }
    return id;
  }

  async guestToken(groupId: GroupId): Promise<string> {
    const link = await this.#db
      .transaction()
      .execute((trx) => issueGuestLink(trx, guestTokens, { kind: 'group', groupId }, null));
    return link.token;
  }

  /** Of a link to a 1-to-1 call with that user. */
  async directGuestToken({ id: userId }: Person): Promise<string> {
    const link = await this.#db
      .transaction()
      .execute((trx) => issueGuestLink(trx, guestTokens, { kind: 'direct', userId }, null));
    return link.token;
  }
}
