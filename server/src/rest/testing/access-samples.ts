import { beforeAll } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import type { ResourcePath } from '#protocol/rest/api.ts';
import { iri } from '#protocol/rest/field.ts';
import { makeSerial } from '#protocol/serial.ts';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import { insertRecording, insertRecordingFile, insertTask, insertWebhook } from '#server/testing/rows.ts';
import type { PrincipalName } from './access-outcomes.ts';
import { PASSWORD, type TestAccount, type TestDevice } from './open-test-api.ts';
import { setUpTestApi } from './test-api.ts';

interface Sample {
  readonly id: string;
  /** Instead of the principal's own: the sample is the asker. */
  readonly token?: string;
}

interface SampleOf {
  make(who: PrincipalName): Promise<Sample>;
  /** Bodies that pass validation. */
  readonly creation?: () => Record<string, unknown>;
  readonly patch?: Record<string, unknown>;
}

/** Everyone who asks, and one of everything that can be asked for, at the customer `home`. */
export function setUpAccessSamples() {
  const api = setUpTestApi();
  let home: CustomerId;
  let away: CustomerId;
  let user: TestAccount<UserId>;
  let manager: TestAccount<UserId>;
  let device: TestDevice;
  let tokens: Record<PrincipalName, string | undefined>;
  let count = 0;

  beforeAll(async () => {
    home = await api.makeCustomer('home');
    away = await api.makeCustomer('away');
    user = await api.makeUser({ mail: 'user@example.com', customerId: home });
    manager = await api.makeUser({ mail: 'manager@example.com', customerId: home, manages: [home] });
    device = await api.makeDevice({ number: 90_001, customerId: home });
    const otherUser = await api.makeUser({ mail: 'other@example.com', customerId: away });
    const group = await api.makeGroup(user.id, 'with a guest');
    const guest = await api.db
      .transaction()
      .execute((trx) => issueGuestLink(trx, api.auth.guestTokens, { kind: 'group', groupId: group }, null));
    tokens = {
      nobody: undefined,
      guest: guest.token,
      user: user.token,
      otherUser: otherUser.token,
      device: device.token,
      otherDevice: (await api.makeDevice({ number: 90_002, customerId: away })).token,
      manager: manager.token,
      rival: (await api.makeUser({ mail: 'rival@example.com', customerId: away, manages: [away] })).token,
      admin: (await api.makeAdmin('admin@example.com')).token,
    };
  });

  const number = () => ++count;
  const makeTask = () => insertTask(api.db, { kind: 'user', id: manager.id, customerId: home });
  const makeWebhook = () => insertWebhook(api.db, home);
  const userIri = () => iri('users', user.id);

  const samples: Readonly<Record<ResourcePath, SampleOf>> = {
    users: {
      async make(who) {
        const made = await api.makeUser({ mail: `sample${number()}@example.com`, customerId: home });
        return who === 'user' ? made : { id: made.id };
      },
      creation: () => ({ email: `made${number()}@example.com`, plainPassword: PASSWORD }),
      patch: { nickname: 'Other' },
    },
    admins: {
      make: async () => ({ id: (await api.makeAdmin(`admin${number()}@example.com`)).id }),
      creation: () => ({ email: `admin${number()}@example.com`, plainPassword: PASSWORD }),
      patch: {},
    },
    devices: {
      async make(who) {
        const made = await api.makeDevice({ number: number(), customerId: home });
        return who === 'device' ? made : { id: made.id };
      },
      creation: () => ({ serialNumber: makeSerial('MADE', number()).long }),
      patch: { answersByItself: true },
    },
    pairs: {
      async make() {
        await api.db.deleteFrom('pairs').where('owner_user_id', '=', user.id).execute();
        return { id: await api.makePair(user.id, { device: device.id }, 'INVITED') };
      },
      // Each asker is the owner, but admins name one.
      creation: () => ({ mail: 'partner@example.com' }),
      patch: { name: 'Other' },
    },
    groups: {
      async make() {
        await api.db.deleteFrom('pairs').where('owner_user_id', '=', user.id).execute();
        const pair = await api.makePair(user.id, { device: device.id });
        return { id: await api.makeGroup(user.id, `sample ${number()}`, [pair]) };
      },
      creation: () => ({ name: 'Made' }),
      patch: { name: 'Other' },
    },
    guest_links: {
      async make() {
        const reach = { kind: 'direct', userId: user.id } as const;
        const { id } = await api.db
          .transaction()
          .execute((trx) => issueGuestLink(trx, api.auth.guestTokens, reach, `${number()}@example.com`));
        return { id };
      },
      creation: () => ({ mail: `guest${number()}@example.com` }),
      patch: { maxGuests: 5 },
    },
    customers: {
      make: async () => ({ id: home }),
      creation: () => ({ mail: `customer${number()}@example.com` }),
      patch: { timeZone: 'Europe/Paris' },
    },
    features: {
      async make() {
        await api.db.deleteFrom('features').where('customer_id', '=', home).execute();
        const { id } = await api.db
          .insertInto('features')
          .values({ customer_id: home, service: 'service_video_chat' })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id };
      },
      creation: () => ({ customer: iri('customers', home), name: 'feature_service_group_chat' }),
      patch: { enabled: true },
    },
    services: {
      async make() {
        await api.db.deleteFrom('services').where('name', '=', 'service_group_chat').execute();
        return await api.db
          .insertInto('services')
          .values({ name: 'service_group_chat' })
          .returning('id')
          .executeTakeFirstOrThrow();
      },
      patch: { state: 'ENABLED' },
    },
    settings: {
      async make() {
        return await api.db
          .selectFrom('settings')
          .where('user_id', '=', user.id)
          .select('id')
          .executeTakeFirstOrThrow();
      },
      patch: { video_chat_agc: true },
    },
    connections: {
      make: () =>
        api.db
          .insertInto('connections')
          .values({
            kind: 'direct',
            call_id: crypto.randomUUID(),
            customer_id: home,
            user_id: user.id,
            peer_id: device.id,
            started_at: new Date(),
            ended_at: new Date(),
            duration_s: 0,
            end_reason: 'hung-up',
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
    },
    recordings: {
      make: async () => {
        const owner = { customerId: home, userId: user.id };
        const { id } = await insertRecording(api.db, owner, { name: `Sample ${number()}` });
        await insertRecordingFile(api.db, id);
        return { id };
      },
    },
    connection_summaries: {
      make: async () => ({ id: `byweek.0.30.${home}` }),
    },
    notifications: {
      make: () =>
        api.db
          .insertInto('notifications')
          .values({ customer_id: home, title_ja: '題', title_en: `Sample ${number()}` })
          .returning('id')
          .executeTakeFirstOrThrow(),
      creation: () => ({ title: { ja: '題', en: 'Title' } }),
      patch: { title: { en: 'Other' } },
    },
    webhooks: {
      make: () => makeWebhook(),
      creation: () => ({ url: 'https://hooks.example.com/', events: ['user.verified'] }),
      patch: { enabled: false },
    },
    webhook_deliveries: {
      async make() {
        const { id } = await makeWebhook();
        return await api.db
          .insertInto('webhook_deliveries')
          .values({
            webhook_id: id,
            customer_id: home,
            event: 'user.verified',
            subject: user.id,
            payload: '{}',
            state: 'FAILED',
          })
          .returning('id')
          .executeTakeFirstOrThrow();
      },
    },
    mails: {
      make: () =>
        api.db
          .insertInto('mails')
          .values({
            recipient: `sample${number()}@example.com`,
            subject: 'Sample',
            text: 'Sample',
            html: '<p>Sample</p>',
            failed_at: new Date(),
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
    },
    logs: {
      make: () =>
        api.db
          .insertInto('logs')
          .values({ actor_kind: 'system', action: 'test', resource: 'tests', customer_id: home })
          .returning('id')
          .executeTakeFirstOrThrow(),
    },
    tasks: { make: async () => ({ id: (await makeTask()).task }) },
    task_rows: { make: async () => ({ id: (await makeTask()).row }) },
  };

  return {
    api,
    samples,
    number,
    userIri,
    get home() {
      return home;
    },
    get away() {
      return away;
    },
    get user() {
      return user;
    },
    get device() {
      return device;
    },
    get manager() {
      return manager;
    },
    tokenOf: (who: PrincipalName) => tokens[who],
  };
}
