import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '#protocol/app-error.ts';
import type { AdminId, CustomerId, DeviceId, GroupId, PairId, TaskId, UserId } from '#protocol/ids.ts';
import type { PartyKey, PresenceState } from '#protocol/party.ts';
import { makeSerial } from '#protocol/serial.ts';
import { createAccessTokens } from '#server/auth/access-token.ts';
import { type Auth, createAuth } from '#server/auth/auth.ts';
import { registerJwt } from '#server/auth/jwt.ts';
import { createKnownBrowsers } from '#server/auth/known-browsers.ts';
import { hashPassword } from '#server/auth/password.ts';
import type { AttemptLimits } from '#server/auth/rate-limits.ts';
import { type Account, createRefreshTokens } from '#server/auth/refresh-tokens.ts';
import { newDeviceSecret } from '#server/auth/sign-in.ts';
import { type DatabaseOptions, type Db, openDatabase } from '#server/db/database.ts';
import { type DatabaseDisk, UNSEEN_DISK } from '#server/db/database-disk.ts';
import { createReadLimits } from '#server/db/heavy-reads.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { toAppError } from '#server/errors.ts';
import { closeHttp } from '#server/http-server.ts';
import { FairQueue, HASHED_AT_ONCE } from '#server/limits/fair-queue.ts';
import { limitTable } from '#server/limits/limit-table.ts';
import { Shares } from '#server/limits/shares.ts';
import { createTurns } from '#server/limits/turns.ts';
import { createLinks } from '#server/links.ts';
import type { Mail, MailKind, QueueMail } from '#server/mail/mail-content.ts';
import type { MailLimits } from '#server/mail/mail-limits.ts';
import { createQueueMail } from '#server/mail/queue-mail.ts';
import { TEST_SERVICE, UNLIMITED_MAIL } from '#server/mail/testing/unlimited-mail.ts';
import type { ResourceChanged } from '#server/manager-news.ts';
import { createRecordingAccess } from '#server/recording/recording-access.ts';
import { createRecordingLinkTokens } from '#server/recording/sharing/recording-links.ts';
import { createExportAccess } from '#server/recording/signed-access.ts';
import { UnknownRecordings } from '#server/recording/unknown-recordings.ts';
import type { RestDeps } from '#server/rest/context.ts';
import { createRestApi } from '#server/rest/create-endpoints.ts';
import { registerRest } from '#server/rest/register-rest.ts';
import { sendError } from '#server/rest/send-error.ts';
import { createTaskRunner } from '#server/rest/tasks/task-runner.ts';
import type { Sfu } from '#server/sfu/sfu.ts';
import { createPeerRankings } from '#server/stats/peer-rankings.ts';
import { queueWebhookEvent } from '#server/webhooks/queue-event.ts';

const SECRET = 'a secret for tests, long enough';
/** As many connections as a server has by default. */
const CONNECTIONS_OF_TESTS = 10;
/** An access token's: longer than any file of tests, or a benchmark, takes. */
const TOKEN_LIFE_MINUTES = 60;
const silent = { publish: () => undefined, subscribe: () => () => undefined };

export const PASSWORD = 'correct horse battery';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';

/** Names that tests look at in answers, and of which form each is where it is there. */
const LookedAt = Type.Object({
  '@id': Type.String(),
  id: Type.String(),
  code: Type.String(),
  violations: Type.Array(
    Type.Object({ propertyPath: Type.String(), message: Type.String(), code: Type.String() }),
  ),
  'hydra:member': Type.Array(Type.Object({})),
  'hydra:totalItems': Type.Integer(),
  'hydra:view': Type.Record(Type.String(), Type.String()),
  'hydra:description': Type.String(),
  token: Type.String(),
  refresh_token: Type.String(),
  serialNumber: Type.String(),
  secret: Type.String(),
  url: Type.String(),
  payload: Type.String(),
});
const isOfForm = Compile(Type.Partial(LookedAt));

/** As if each of those were there: a test that looks for one that is not fails by itself. Of others nothing is said. */
export type ApiBody = Readonly<Omit<Static<typeof LookedAt>, 'hydra:member'>> & {
  readonly 'hydra:member': readonly ApiBody[];
  readonly [name: string]: unknown;
};

const isApiBody = (value: unknown): value is ApiBody =>
  isOfForm.Check(value) && (value['hydra:member'] ?? []).every(isApiBody);

/** A body that is no JSON object has no fields. */
function readBody(text: string): ApiBody {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  if (!isApiBody(body)) throw new Error(`An answer is not of the form that it has everywhere: ${text}`);
  return body;
}

/** The first of a list. */
export function firstOf({ body }: ApiAnswer): ApiBody {
  const [first] = body['hydra:member'];
  if (!first) throw new Error('The list is empty');
  return first;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: ApiBody;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface ApiRequest {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Token and target of the newest link that was mailed to someone. */
export function linkTo(
  { mails }: Pick<TestApi, 'mails'>,
  to: string,
  kind?: MailKind,
): { readonly token: string; readonly target: string } {
  const mail = mails.findLast((each) => each.to === to && (kind === undefined || each.content.kind === kind));
  if (!mail) throw new Error(`Nothing was mailed to ${to}`);
  const { searchParams } = new URL(mail.content.link);
  return { token: searchParams.get('token') ?? '', target: searchParams.get('target') ?? '' };
}

export interface TestAccount<Id> {
  readonly id: Id;
  readonly token: string;
}

export type TestDevice = TestAccount<DeviceId> & { readonly serial: string; readonly printed: string };

/** The whole API on a real database, asked as over HTTP. */
export interface TestApi {
  readonly db: Db;
  readonly auth: Auth;
  readonly fastify: FastifyInstance;
  readonly events: DomainEvent[];
  /** What managers who watch were told has changed. */
  readonly changes: ResourceChanged[];
  readonly mails: Mail[];
  readonly presence: Map<PartyKey, PresenceState>;
  /** Tasks whose progress was told of, each time it was. */
  readonly taskNotices: readonly TaskId[];
  /** What the job queue does with it. */
  workOnTask(id: TaskId): Promise<void>;
  request(method: Method, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  get(path: string, token?: string): Promise<ApiAnswer>;
  post(path: string, body: unknown, token?: string): Promise<ApiAnswer>;
  put(path: string, body: unknown, token?: string): Promise<ApiAnswer>;
  patch(path: string, body: unknown, token?: string): Promise<ApiAnswer>;
  delete(path: string, token?: string): Promise<ApiAnswer>;
  /** An access token, without the work of hashing a password. */
  signIn(account: Account): Promise<string>;
  makeCustomer(name: string): Promise<CustomerId>;
  makeUser(options: {
    readonly mail: string;
    readonly customerId?: CustomerId;
    readonly manages?: readonly CustomerId[];
    readonly nickname?: string;
    readonly verified?: boolean;
  }): Promise<TestAccount<UserId>>;
  makeAdmin(mail: string): Promise<TestAccount<AdminId>>;
  makeDevice(options: { readonly number: number; readonly customerId?: CustomerId }): Promise<TestDevice>;
  makePair(
    owner: UserId | { readonly device: DeviceId },
    target: UserId | { readonly device: DeviceId },
    state?: 'INVITED' | 'VERIFIED',
  ): Promise<PairId>;
  makeGroup(owner: UserId, name: string, pairs?: readonly PairId[]): Promise<GroupId>;
}

export type TestLimits = Partial<MailLimits & AttemptLimits>;

export interface OpenApi extends TestApi {
  /** Closes the server and its connections; the database stays. */
  close(): Promise<void>;
}

const gone = async (): Promise<never> => {
  throw new AppError('media-node-unavailable');
};

/** Opens it on a migrated database: for tests by `setUpTestApi`, for benchmarks as it is. */
export async function openTestApi(options: {
  readonly database: DatabaseOptions;
  /** Where attempts are counted, if not in the same place. */
  readonly limitsUrl?: string;
  /** None by default. */
  readonly limits?: TestLimits;
  /** No media node is there by default. */
  readonly recordingFiles?: RestDeps['recordingFiles'];
  readonly sfu?: Pick<Sfu, 'nodes' | 'ask' | 'knowsAllNodes'>;
  /** Rows up to which totals are exact. */
  readonly countedAtMost?: number;
  /** How long a task is worked on at a time; to its end by default. */
  readonly taskSliceMs?: number;
  /** There is no Web Push by default. */
  readonly webPushKey?: string;
  /** Has enough space by default. */
  readonly disk?: DatabaseDisk;
  /** One by default. */
  readonly usableMediaNodes?: () => number;
  /** None by default. */
  readonly requestRate?: RestDeps['requestRate'];
}): Promise<OpenApi> {
  const events: DomainEvent[] = [];
  const changes: ResourceChanged[] = [];
  const mails: Mail[] = [];
  const presence = new Map<PartyKey, PresenceState>();
  const taskNotices: TaskId[] = [];
  const db = openDatabase(options.database);
  const exportsDb = openDatabase({ ...options.database, poolSize: 3 });
  const limitsDb = openDatabase({ url: options.limitsUrl ?? options.database.url, poolSize: 2 });
  const links = createLinks('http://localhost:3000');
  const queue = createQueueMail({ ...UNLIMITED_MAIL, ...options.limits }, TEST_SERVICE);
  const queueMail: QueueMail = async (trx, mail) => {
    const sentAt = await queue(trx, mail);
    mails.push(mail);
    return sentAt;
  };
  const domainEvents = {
    publish: (event: DomainEvent) => events.push(event),
    subscribe: () => () => undefined,
  };
  const fastify = Fastify({
    frameworkErrors: (error, _request, reply) => void sendError(reply, toAppError(error)),
  });
  await registerJwt(fastify, { secret: SECRET, lifeMinutes: TOKEN_LIFE_MINUTES });
  const auth = createAuth({
    db,
    limitsDb,
    events: domainEvents,
    links,
    queueMail,
    queueWebhookEvent,
    jwt: fastify.jwt,
    secret: SECRET,
    config: {
      refreshTokenDays: 30,
      attemptWindowMinutes: 15,
      attemptsPerAccount: 100_000,
      attemptsPerAccountAnywhere: 100_000,
      attemptsPerAddress: 100_000,
      mailRequestsPerNetworkDay: 100_000,
      deviceRequestsPerDay: 100_000,
      ...options.limits,
    },
  });
  const { counts, heavyReads } = createReadLimits(options.database.poolSize ?? CONNECTIONS_OF_TESTS);
  const deps: RestDeps = {
    db,
    disk: options.disk ?? UNSEEN_DISK,
    usableMediaNodes: options.usableMediaNodes ?? (() => 1),
    counts,
    heavyReads,
    ...(options.countedAtMost !== undefined && { countedAtMost: options.countedAtMost }),
    peerRankings: createPeerRankings({ db, heavyReads }),
    auth,
    requestRate: options.requestRate ?? { requestBy: () => null },
    turns: createTurns('requests-at-once-person'),
    addressTurns: createTurns<string>('requests-at-once-address'),
    passwords: new FairQueue(HASHED_AT_ONCE),
    knownBrowsers: createKnownBrowsers(SECRET, { isSecure: false }),
    events: domainEvents,
    news: { resourceChanged: (change) => changes.push(change) },
    queueMail,
    mailPace: { ...UNLIMITED_MAIL, ...options.limits },
    links,
    presence: { stateOf: (key) => presence.get(key) ?? 'offline', present: () => presence },
    recordingFiles: options.recordingFiles ?? { read: gone },
    unknownRecordings: new UnknownRecordings(options.sfu ?? { nodes: [], knowsAllNodes: true, ask: gone }),
    recordingAccess: createRecordingAccess(SECRET),
    recordingLinkTokens: createRecordingLinkTokens(SECRET),
    exportsDb,
    exportShares: new Shares(limitTable['exports-customer'].most),
    exportAccess: createExportAccess(SECRET),
    recordingKeepDays: 30,
    notificationKeepDays: 365,
    taskNotices: { changed: (taskId) => taskNotices.push(taskId) },
    taskKeepDays: 30,
    selfTests: async () => ({ ice: { iceServers: [], expiresInMs: null }, media: null }),
    webhookPrivateAddresses: false,
    webPushPrivateAddresses: false,
    get publicUrl() {
      return fastify.server.listening ? fastify.listeningOrigin : 'http://localhost:80';
    },
    installation: {
      version: '9.8.7',
      build: '9.8.7+test',
      recordingKeepDays: 30,
      logKeepDays: 365,
      notificationKeepDays: 365,
      usersPageUrl: null,
      copyrightUrl: 'https://example.com/copyright',
      privacyUrl: null,
      webPushKey: options.webPushKey ?? null,
      publicUrl: 'https://hibiki.example.org',
    },
  };
  const restApi = createRestApi();
  await registerRest(fastify, deps, restApi);
  const runner = createTaskRunner({
    deps,
    api: restApi,
    log: fastify.log,
    sliceMs: options.taskSliceMs ?? 60_000,
  });
  await fastify.ready();
  const passwordHash = await hashPassword(PASSWORD);

  const request: TestApi['request'] = async (method, path, { token, body, headers } = {}) => {
    const options: InjectOptions = {
      method,
      url: path.startsWith('/api/v1') ? path : `/api/v1/${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json',
        }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const answer = await fastify.inject(options);
    return {
      status: answer.statusCode,
      body: readBody(answer.payload),
      headers: answer.headers,
      text: answer.payload,
    };
  };
  const withBody =
    (method: 'POST' | 'PUT' | 'PATCH') =>
    (path: string, body: unknown, token?: string): Promise<ApiAnswer> =>
      request(method, path, { body, ...(token !== undefined && { token }) });
  const plain =
    (method: 'GET' | 'DELETE') =>
    (path: string, token?: string): Promise<ApiAnswer> =>
      request(method, path, { ...(token !== undefined && { token }) });

  /** Without the work of hashing a password: the tests sign in hundreds of times. */
  const signIn = async (account: Account): Promise<string> => {
    const accessTokens = createAccessTokens({ db, jwt: fastify.jwt });
    const tokens = createRefreshTokens({ db, accessTokens, lifeDays: 30, events: silent });
    return (await tokens.start(account, () => true)).token;
  };
  const defaultCustomer = async (): Promise<CustomerId> =>
    (await db.selectFrom('customers').where('is_default', '=', true).select('id').executeTakeFirstOrThrow())
      .id;

  return {
    db,
    auth,
    fastify,
    signIn,
    async close() {
      await closeHttp(fastify);
      await exportsDb.destroy();
      await limitsDb.destroy();
      await db.destroy();
    },
    events,
    changes,
    mails,
    presence,
    taskNotices,
    workOnTask: (id) => runner.work(id),
    request,
    get: plain('GET'),
    delete: plain('DELETE'),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),

    async makeCustomer(name) {
      const { id } = await db
        .insertInto('customers')
        .values({ name, mail: `${name}@customers.example`, state: 'VERIFIED' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('features')
        .values([
          { customer_id: id, service: 'service_video_chat', enabled: true, recording: true },
          { customer_id: id, service: 'service_group_chat', enabled: true },
        ])
        .execute();
      return id;
    },

    async makeUser({ mail, customerId, manages = [], nickname = '', verified = true }) {
      const customer = customerId ?? (await defaultCustomer());
      const { id } = await db
        .insertInto('users')
        .values({
          mail,
          nickname,
          password_hash: passwordHash,
          lang: 'en',
          state: verified ? 'VERIFIED' : 'UNVERIFIED',
          is_manager: manages.length > 0,
          customer_id: customer,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('settings').values({ user_id: id }).execute();
      for (const managed of manages) {
        await db.insertInto('customer_managers').values({ customer_id: managed, user_id: id }).execute();
      }
      return { id, token: await signIn({ kind: 'user', id, customerId: customer }) };
    },

    async makeAdmin(mail) {
      const { id } = await db
        .insertInto('admins')
        .values({ mail, password_hash: passwordHash, state: 'VERIFIED' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, token: await signIn({ kind: 'admin', id, customerId: null }) };
    },

    async makeDevice({ number, customerId }) {
      const { long, printed } = makeSerial('TEST', number);
      const customer = customerId ?? (await defaultCustomer());
      const { id } = await db
        .insertInto('devices')
        .values({
          serial: long,
          serial_printed: printed,
          secret_hash: newDeviceSecret().secretHash,
          customer_id: customer,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const token = await signIn({ kind: 'device', id, customerId: customer });
      return { id, token, serial: long, printed };
    },

    async makePair(owner, target, state = 'VERIFIED') {
      const { id } = await db
        .insertInto('pairs')
        .values({
          owner_user_id: typeof owner === 'string' ? owner : null,
          owner_device_id: typeof owner === 'string' ? null : owner.device,
          target_user_id: typeof target === 'string' ? target : null,
          target_device_id: typeof target === 'string' ? null : target.device,
          state,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async makeGroup(owner, name, pairs = []) {
      const { id } = await db
        .insertInto('groups')
        .values({ name, owner_user_id: owner })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const pair of pairs) {
        await db.insertInto('group_members').values({ group_id: id, pair_id: pair }).execute();
      }
      return id;
    },
  };
}
