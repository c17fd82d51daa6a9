import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import { randomChoices } from '#server/testing/random.ts';
import { fillEveryList } from './testing/fill-every-list.ts';
import { setUpTestApi } from './testing/test-api.ts';

/**
 * Thousands of requests made from the OpenAPI document, with broken and hostile values, by every kind of principal. None
 * may end in a 5xx, hang, or say anything of the inside. The seed makes a failure come again: FUZZ_SEED=…
 */
const api = setUpTestApi();
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** More for a long run: FUZZ_PER_OPERATION=200. */
const REQUESTS_PER_OPERATION = Number(process.env.FUZZ_PER_OPERATION ?? 50);
const AT_ONCE = 6;
const HANGS_AFTER_MS = 10_000;
const METHOD_NOT_ALLOWED = 405;

// biome-ignore lint/suspicious/noExplicitAny: schemas and answers of any form
type Anything = any;

const { random, oneOf, chance } = randomChoices(SEED);

const deep = (levels: number): Anything => (levels === 0 ? 1 : { a: [deep(levels - 1)] });

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  '🦊'.repeat(200),
  'x'.repeat(20_000),
  "'; drop table users; --",
  "' or 1=1 --",
  '%',
  '%_\\',
  '../../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '9'.repeat(400),
  '0000-01-01T00:00:00Z',
  '2026-02-31T23:59:60Z',
  '9999-12-31T23:59:59.999999999+23:59',
  '2026-01-01T00:00:00+99:99',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '/api/v1/users/00000000-0000-7000-8000-000000000000',
  '/api/v1/pairs/../users/1',
  'a@b.c',
  `${'a'.repeat(300)}@example.com`,
  'Etc/GMT+99',
  '+09:00',
];
const hostileValues: readonly Anything[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  [null],
  ['a', 'a'],
  deep(60),
  ...hostileTexts,
];

const hostilePages = [
  '-1',
  '0',
  '1e9',
  '99999999',
  '9'.repeat(40),
  '1.5',
  '',
  'NaN',
  '１',
  '0x10',
  ' 1',
  '1;',
  'null',
];
const hostileAccepts = [
  'text/csv',
  '*/*',
  'a/b',
  ';q=',
  ',,,',
  'application/ld+json;q=x',
  'x'.repeat(2_000),
  'text/html',
];

/** Something that the schema takes, often. */
function valueFor(schema: Anything, ids: readonly string[]): Anything {
  if (schema === undefined || chance(0.25)) return oneOf(hostileValues);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return oneOf(schema.enum);
  if (schema.anyOf) return valueFor(oneOf(schema.anyOf), ids);
  if (schema['x-references']) return `/api/v1/${oneOf<string>(schema['x-references'])}/${oneOf(ids)}`;
  switch (schema.type) {
    case 'object':
      return objectFor(schema, ids);
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => valueFor(schema.items, ids));
    case 'integer':
      return Math.floor(random() * 1_000) + (schema.minimum ?? 0);
    case 'number':
      return random() * 20 - 5;
    case 'boolean':
      return chance(0.5);
    case 'null':
      return null;
    default:
      if (schema.format === 'uuid') return oneOf(ids);
      if (schema.format === 'date-time') return new Date(random() * 4e12).toISOString();
      return oneOf(['Plain text', `made${Math.floor(random() * 1e9)}@example.com`, 'correct horse battery']);
  }
}

const objectFor = (schema: Anything, ids: readonly string[]): Anything =>
  Object.fromEntries([
    ...Object.entries<Anything>(schema.properties ?? {})
      .filter(([name]) => (schema.required?.includes(name) ? chance(0.95) : chance(0.4)))
      .map(([name, property]) => [name, valueFor(property, ids)]),
    ...(chance(0.1) ? [[oneOf(hostileTexts), oneOf(hostileValues)]] : []),
  ]);

const LEAKS =
  /select |insert |update |syntax error|violates|constraint "|node_modules|\.ts:\d|at async|postgres|kysely|stack/i;

interface Case {
  readonly id: string;
  readonly method: InjectOptions['method'];
  readonly path: string;
  readonly parameters: readonly Anything[];
  /** Statuses that the document says it may answer with. */
  readonly statuses: readonly number[];
  readonly content: Readonly<Record<string, { readonly schema: Anything }>> | undefined;
}

let cases: readonly Case[];
let schemas: Readonly<Record<string, Anything>>;
let tokens: readonly string[];
let ids: string[];
/** Items that are there, by the resource's path. */
let idsOf: Readonly<Record<string, readonly string[]>>;

const resolve = (schema: Anything): Anything =>
  schema?.$ref ? schemas[String(schema.$ref).split('/').at(-1) ?? ''] : schema;

beforeAll(async () => {
  const body: Anything = JSON.parse((await api.get('docs.json')).text);
  schemas = body.components.schemas;
  cases = Object.entries<Anything>(body.paths).flatMap(([path, methods]) =>
    Object.entries<Anything>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase() as InjectOptions['method'],
      path,
      parameters: operation.parameters,
      statuses: Object.keys(operation.responses).map(Number),
      content: operation.requestBody?.content,
    })),
  );
  const customerId = await api.makeCustomer('fuzz');
  const user = await api.makeUser({ mail: 'user@example.com', customerId });
  const { group } = await fillEveryList(api, customerId, user.id);
  const manager = await api.makeUser({ mail: 'manager@example.com', customerId, manages: [customerId] });
  const device = await api.makeDevice({ number: 1, customerId });
  const admin = await api.makeAdmin('admin@example.com');
  const awayId = await api.makeCustomer('away');
  const rival = await api.makeUser({ mail: 'rival@example.com', customerId: awayId, manages: [awayId] });
  const issue = (reach: Parameters<typeof issueGuestLink>[2], mail: string | null) =>
    api.db.transaction().execute((trx) => issueGuestLink(trx, api.auth.guestTokens, reach, mail));
  const guest = await issue({ kind: 'group', groupId: group }, null);
  const tables = [
    ...['users', 'admins', 'devices', 'pairs', 'groups', 'guest_links', 'customers', 'features', 'services'],
    ...['settings', 'connections', 'recordings', 'notifications', 'webhooks', 'webhook_deliveries', 'logs'],
    ...['tasks', 'task_rows'],
  ];
  idsOf = Object.fromEntries(
    await Promise.all(
      tables.map(async (table): Promise<[string, string[]]> => {
        const { rows } = await sql<{
          id: string;
        }>`select id from ${sql.table(table)} order by id limit 20`.execute(api.db);
        expect(rows, table).not.toEqual([]);
        return [table, rows.map(({ id }) => id)];
      }),
    ),
  );
  ids = [...Object.values(idsOf).flat(), '00000000-0000-7000-8000-000000000000'];
  tokens = [
    ...['', 'nonsense', 'a.b.c', guest.token],
    ...[user, manager, rival, device, admin].map(({ token }) => token),
  ];
});

function requestFor(one: Case): InjectOptions {
  const query = new URLSearchParams();
  let path = one.path;
  const headers: Record<string, string> = {};
  for (const parameter of one.parameters) {
    const there = idsOf[one.path.split('/')[1] ?? ''] ?? ids;
    const value = parameter.in === 'path' && chance(0.5) ? oneOf(there) : valueFor(parameter.schema, ids);
    if (parameter.in === 'path') {
      path = path.replace(
        `{${parameter.name}}`,
        encodeURIComponent(String(textOf(value)).toWellFormed().slice(0, 300)),
      );
    } else if (parameter.in === 'header') {
      if (chance(0.2))
        headers[parameter.name.toLowerCase()] = oneOf([
          '"1"',
          '*',
          'W/"1"',
          '"9", "1"',
          '',
          'x'.repeat(2_000),
        ]);
    } else if (chance(0.3)) {
      query.append(parameter.name, textOf(value));
      if (chance(0.1)) query.append(parameter.name, textOf(value));
    }
  }
  if (chance(0.1)) query.append(oneOf(hostileTexts), oneOf(hostileTexts));
  if (chance(0.1)) query.append(oneOf(['page', 'pageSize', 'page[]', 'order[]']), oneOf(hostilePages));
  if (chance(0.1)) headers.accept = oneOf(hostileAccepts);
  if (chance(0.03)) path += oneOf(['%', '%00', '%c0%af', '%ff', '/..;/', '//', '/%2e%2e/', '%E0%A4%A']);
  const token = oneOf(tokens);
  if (token !== '') headers.authorization = `Bearer ${token}`;
  const options: InjectOptions = {
    ...(one.method && { method: one.method }),
    url: `/api/v1${path}${query.size > 0 ? `?${query}` : ''}`,
    headers,
  };
  if (!one.content) return options;
  const [media = 'application/json', { schema } = { schema: undefined }] =
    Object.entries(one.content)[0] ?? [];
  headers['content-type'] = chance(0.05)
    ? oneOf(['text/plain', 'application/json', 'multipart/form-data', 'a', '/'])
    : media;
  const body = JSON.stringify(valueFor(resolve(schema), ids)) ?? '';
  if (chance(0.05)) return { ...options, payload: body.slice(0, Math.floor(random() * body.length)) };
  // Names that come twice, or are everything's.
  if (chance(0.05))
    return { ...options, payload: body.replace('{', '{"name":1,"name":"twice","id":{"id":{}},') };
  if (chance(0.03))
    return { ...options, payload: body.replace('{', '{"constructor":{"prototype":{"a":1}},') };
  if (chance(0.02)) return { ...options, payload: `${'['.repeat(5_000)}${']'.repeat(5_000)}` };
  return { ...options, payload: body };
}

const textOf = (value: Anything): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '').slice(0, 500);

async function send(one: Case): Promise<number> {
  const request = requestFor(one);
  const said = `seed ${SEED}: ${request.method} ${request.url} ${String(request.payload ?? '').slice(0, 500)}`;
  let timer: NodeJS.Timeout | undefined;
  const answer = await Promise.race([
    api.fastify.inject(request),
    new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer: ${said}`)), HANGS_AFTER_MS);
    }),
  ]).finally(() => clearTimeout(timer));
  expect(answer.statusCode, `${said}\n${answer.payload}`).toBeLessThan(500);
  // A broken address may be that of another operation.
  expect([...one.statuses, METHOD_NOT_ALLOWED], said).toContain(answer.statusCode);
  if (answer.statusCode < 400) return answer.statusCode;
  const body = JSON.parse(answer.payload);
  expect(body['@type'], said).toMatch(/^(hydra:Error|ConstraintViolationList)$/);
  // What was sent may come back as a field's name; none of it sounds like the inside.
  expect(answer.payload, said).not.toMatch(LEAKS);
  return answer.statusCode;
}

describe('hostile requests', () => {
  it('are all answered, and none by the fault of the server', { timeout: 600_000 }, async () => {
    const queue = cases.flatMap((one) => Array.from({ length: REQUESTS_PER_OPERATION }, () => one));
    // In no order, so that things are deleted and disabled between other requests.
    for (let index = queue.length - 1; index > 0; index -= 1) {
      const other = Math.floor(random() * (index + 1));
      [queue[index], queue[other]] = [queue[other] as Case, queue[index] as Case];
    }
    const statuses = new Map<number, number>();
    const work = async (): Promise<void> => {
      for (let one = queue.pop(); one; one = queue.pop()) {
        const status = await send(one);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const asked = queue.length;
    const pauses = monitorEventLoopDelay();
    pauses.enable();
    expect(asked).toBeGreaterThan(5_000);
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect([...statuses.values()].reduce((sum, answers) => sum + answers, 0)).toBe(asked);
    // It was not all refused at the door.
    for (const status of [200, 400, 401, 403, 404, 422])
      expect(statuses.get(status), String(status)).toBeGreaterThan(10);
    expect((await api.get('version')).status).toBe(200);
    if (process.env.FUZZ_PER_OPERATION)
      process.stdout.write(`${asked} requests, longest pause ${pauses.max / 1e6} ms\n`);
  });
});
