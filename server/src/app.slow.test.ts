import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SLOW } from '#platform/testing/slow.ts';
import { readBuild } from '#platform/version.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { openDatabase } from './db/database.ts';
import { readJson, startTestApp, type TestApp } from './testing/test-app.ts';

let database: TestDatabase;
let test: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  test = await startTestApp(database.url);
});
afterAll(async () => {
  await test.close();
  await database.drop();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${test.url}${path}`, { headers });
const post = (path: string, body: unknown, token?: string) =>
  fetch(`${test.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
/** `fetch` does not let a `Host` be chosen. */
const statusWith = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${test.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
const readiness = async () => {
  const answer = await get('/readyz');
  const { missing } = await readJson<{ missing: string[] }>(answer);
  return { status: answer.status, missing };
};

/** Answered after a look at the database. */
const checkGuestLink = () =>
  fetch(`${test.url}/api/v1/guest_links/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/ld+json' },
    body: JSON.stringify({ token: 'a'.repeat(43) }),
  });

const metric = async (name: string): Promise<number> => {
  const line = (await (await get('/metrics')).text()).split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
};

describe('probes', () => {
  it('say that the process lives, and that it can serve once a media node is there', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok', build: readBuild() });
    await vi.waitFor(async () => expect(await readiness()).toMatchObject({ status: 200, missing: [] }), SLOW);
  });

  it('name what is missing, and see it come back: the media node is killed', async () => {
    await vi.waitFor(async () => expect((await readiness()).status).toBe(200), SLOW);
    const started = test.log().match(/"nodePid":(\d+),"msg":"media node started"/);
    process.kill(Number(started?.[1]), 'SIGKILL');
    await vi.waitFor(
      async () => expect(await readiness()).toMatchObject({ status: 503, missing: ['mediaNode'] }),
      SLOW,
    );
    await vi.waitFor(async () => expect((await readiness()).status).toBe(200), SLOW);
  });
});

describe('a database that takes no writes', () => {
  it('is one line in the log, 503 for those who write, and named by the probe', async () => {
    const own = await createTestDatabase();
    const app = await startTestApp(own.url);
    const db = openDatabase({ url: own.url });
    try {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
      await sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = on`.execute(
        db,
      );
      // As after a failover: the connections are new, and lead to a standby.
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
      await vi.waitFor(async () => {
        const answer = await fetch(`${app.url}/readyz`);
        const { missing } = await readJson<{ missing: string[] }>(answer);
        expect([answer.status, missing]).toEqual([503, expect.arrayContaining(['databaseWrites'])]);
        expect(missing).not.toContain('database');
      }, SLOW);
      const refused = await fetch(`${app.url}/api/v1/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'standby@example.org', plainPassword: 'a good password' }),
      });
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).not.toBeNull();
      expect(app.log().match(/Lost: database writes/g)).toHaveLength(1);
    } finally {
      await app.close();
      await db.destroy();
      await own.drop();
    }
  });
});

describe('metrics', () => {
  it('tell of requests, sessions, media nodes, mails and jobs', async () => {
    await get('/api/v1/version');
    const text = await (await get('/metrics')).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/version",status="200"\} \d/,
    );
    expect(text).toContain(`hibiki_build_info{version="1.2.3",build="${readBuild()}"} 1`);
    for (const name of [
      'hibiki_signal_sessions',
      'hibiki_signal_sockets',
      'hibiki_direct_calls',
      'hibiki_media_nodes',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
    expect(text).toContain('# TYPE hibiki_signal_request_duration_seconds histogram');
    expect(text).toContain('# TYPE hibiki_signal_notices_total counter');
    expect(text).toContain('hibiki_stored{what="mails",state="waiting"} 0');
    expect(text).toContain('hibiki_stored{what="jobs",state="failed"} 0');
  });

  it('tell how long the oldest mail and webhook delivery have been waiting', async () => {
    expect(await metric('hibiki_oldest_waiting_seconds{what="mails"}')).toBe(0);
    expect(await metric('hibiki_oldest_waiting_seconds{what="webhook-deliveries"}')).toBe(0);
    const db = openDatabase({ url: database.url });
    try {
      await sql`insert into mails (recipient, subject, text, html, created_at)
        values ('bob@example.com', '', '', '', now() - interval '90 seconds')`.execute(db);
      await sql`with customer as (insert into customers (name) values ('Waiting') returning id),
        webhook as (insert into webhooks (customer_id, url, events, secret)
          select id, 'https://example.com', '{}', '' from customer returning id, customer_id)
        insert into webhook_deliveries (webhook_id, customer_id, event, subject, payload, created_at)
          select id, customer_id, 'call.ended', '', '{}', now() - interval '1 hour' from webhook`.execute(db);
      expect(await metric('hibiki_oldest_waiting_seconds{what="mails"}')).toBeGreaterThanOrEqual(90);
      expect(await metric('hibiki_oldest_waiting_seconds{what="webhook-deliveries"}')).toBeGreaterThanOrEqual(
        3600,
      );
    } finally {
      await sql`delete from mails`.execute(db);
      await sql`delete from webhook_deliveries`.execute(db);
      await db.destroy();
    }
  });

  it('tell how many connections to the database are used', async () => {
    const db = openDatabase({ url: database.url });
    const used = () => metric('hibiki_database_connections{state="used"}');
    try {
      const held = await db.transaction().execute(async (trx) => {
        await sql`lock table guest_links`.execute(trx);
        const waiting = Array.from({ length: 3 }, checkGuestLink);
        await vi.waitFor(async () => expect(await used()).toBeGreaterThanOrEqual(3), SLOW);
        return { waiting };
      });
      await Promise.all(held.waiting);
      await vi.waitFor(async () => expect(await used()).toBeLessThan(3), SLOW);
    } finally {
      await db.destroy();
    }
  });
});

describe('what a setting opens', () => {
  it('does not exist without it, also not for what a proxy on this machine passes on', async () => {
    const own = await createTestDatabase();
    const plain = await startTestApp(own.url, { DEV_MAILBOX: 'false', METRICS_WITHOUT_TOKEN: 'false' });
    try {
      for (const path of ['/metrics', '/dev/mailbox', '/dev/mailbox.json']) {
        expect((await fetch(`${plain.url}${path}`)).status).toBe(404);
      }
    } finally {
      await plain.close();
      await own.drop();
    }
  });

  it.each(['/dev/mailbox', '/dev/mailbox.json'])('is for this machine alone: %s', async (path) => {
    const { port } = new URL(test.url);
    expect(await statusWith(path, { host: `localhost:${port}` })).toBe(404);
    expect((await get(path)).status).toBe(200);
    expect((await get(path, { 'x-forwarded-for': '203.0.113.1' })).status).toBe(404);
    expect(await statusWith(path, { host: 'rebound.example.com' })).toBe(404);
  });
});

describe('pages', () => {
  it('are the client on every path that is nothing else’s, asked for again each time', async () => {
    for (const path of ['/', '/user/groupchat/talk?group=1', '/signin']) {
      const answer = await get(path, { accept: 'text/html' });
      expect(await answer.text()).toContain('<title>Client</title>');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('are there at the bare address too, for clients that take nothing compressed', async () => {
    expect(await statusWith('/', {})).toBe(200);
  });

  it('bring hashed files that are kept for ever, compressed as the browser likes', async () => {
    const brotli = await statusAndHeaders('/assets/index-abc123.js', 'gzip, br');
    expect(brotli).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
    });
    expect(brotli['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(await statusAndHeaders('/assets/index-abc123.js', 'gzip')).toMatchObject({
      'content-encoding': 'gzip',
    });
  });

  it('are in the language that is asked for first', async () => {
    for (const [languages, title] of [
      ['ja,en;q=0.5', '<title>クライアント</title>'],
      ['fr,ja;q=0.9', '<title>Client</title>'],
    ] as const) {
      for (const path of ['/', '/guest']) {
        const answer = await get(path, { accept: 'text/html', 'accept-language': languages });
        expect(await answer.text()).toContain(title);
        expect(answer.headers.get('vary')).toContain('accept-language');
      }
    }
  });

  it.each(['/robots.txt', '/sw.js', '/favicon.ico?v=1', '/.env', '/wp-login.php'])(
    'are no answer to %s, a file that is not there',
    async (path) => {
      const answer = await get(path, { accept: 'text/html' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('json'),
      ]);
    },
  );

  it('are no answer to a missing script, nor to a mistyped address of the API', async () => {
    expect((await get('/assets/index-gone.js')).status).toBe(404);
    const api = await get('/api/v1/nothing', { accept: 'text/html' });
    expect(api.status).toBe(404);
    expect(await api.json()).toMatchObject({ '@type': 'hydra:Error', code: 'not-found' });
  });

  it('do not lead out of their folder', async () => {
    for (const path of ['/..%2f..%2fetc/passwd', '/assets/..%2f..%2fdata/auth-secret', '/%zz', '/\u0000']) {
      const status = await statusWith(encodeURI(path).replaceAll('%25', '%'), {});
      expect([200, 400, 403, 404]).toContain(status);
      const text = await (await get(encodeURI(path).replaceAll('%25', '%'))).text();
      expect(text).not.toMatch(/root:|^[\w-]{43}$/);
    }
  });

  it('carry headers that keep foreign code and frames out, and let calls work', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/connect-src 'self' ws:\/\/127\.0\.0\.1:\d+;/);
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // Plain http on this machine: nothing may be made https only.
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  const statusAndHeaders = async (path: string, encoding: string) =>
    await new Promise<Record<string, unknown>>((resolve, reject) => {
      request(`${test.url}${path}`, { headers: { 'accept-encoding': encoding } }, (response) => {
        response.resume();
        resolve(response.headers);
      })
        .on('error', reject)
        .end();
    });
});

describe('the log', () => {
  const secrets = new Set(['carla@example.org', 'carla%40example.org', 'first password', 'second password']);
  const remember = async (answer: Response): Promise<{ token: string; refresh_token: string }> => {
    const tokens = await readJson<{ token: string; refresh_token: string }>(answer);
    secrets.add(tokens.token).add(tokens.refresh_token);
    return tokens;
  };
  const mailedLink = async (path: string): Promise<URL> => {
    const link = await vi.waitFor(async () => {
      const mails = await readJson<{ links: string[] }[]>(
        await get('/dev/mailbox.json?to=Carla@example.org'),
      );
      const found = mails.flatMap(({ links }) => links).find((url) => url.includes(path));
      if (!found) throw new Error(`No mail with a link to ${path} yet`);
      return new URL(found);
    }, SLOW);
    secrets.add(link.searchParams.get('token') ?? 'missing');
    return link;
  };

  it('holds no token, password or mail address of a whole sign-up, sign-in, call and reset', async () => {
    const email = 'carla@example.org';
    expect((await post('/users', { email, plainPassword: 'first password' })).status).toBe(201);
    const verification = await mailedLink('/user/verify');
    // The browser asks the server for the page with the token in its address.
    await get(`${verification.pathname}${verification.search}`, { accept: 'text/html' });
    const { token = '', target = '' } = Object.fromEntries(verification.searchParams);
    expect((await post('/users/verify', { token, target })).ok).toBe(true);
    const credentials = { username: email, password: 'first password' };
    const signedIn = await remember(await post('/auth', credentials));
    const refreshed = await remember(await post('/auth/refresh', { refresh_token: signedIn.refresh_token }));
    await get(`/api/v1/users/by_email?email=${encodeURIComponent(email)}`, {
      authorization: `Bearer ${refreshed.token}`,
    });

    const opened = await openSession(refreshed.token);
    expect(opened).toMatchObject({ id: 1, reply: { resumed: false } });

    expect((await post('/users/reset', { email })).status).toBe(202);
    const reset = await mailedLink('/user/password/reset');
    const change = { email, plainPassword: 'second password', token: reset.searchParams.get('token') };
    expect((await post('/users/reset', change)).ok).toBe(true);
    await post('/auth', credentials);
    await post('/auth', { ...credentials, password: 'second password', unknown: 'field' });
    await post('/auth/refresh', { refresh_token: refreshed.refresh_token });

    const log = test.log();
    expect(log).toContain('"url":"/api/v1/auth/refresh"');
    expect(log).toContain('"url":"/user/verify?token=…&target=…"');
    for (const secret of secrets) expect(log, `${secret} is in the log`).not.toContain(secret);
  });

  it('has one info line for each change of the life cycle, and none for a request', () => {
    const lines = test
      .log()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const info = lines.filter(({ level }) => level === 30).map(({ msg }) => msg);
    expect(info.filter((message) => /^Listening at http/.test(message))).toHaveLength(1);
    expect(info.some((message) => /request|Answered/i.test(message))).toBe(false);
  });

  async function openSession(token: string): Promise<unknown> {
    const socket = new WebSocket(`${test.url.replace('http', 'ws')}/api/v1/signal`, {
      origin: test.url,
    });
    try {
      return await new Promise((resolve, reject) => {
        socket.on('error', reject);
        socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
        socket.on('message', (frame) => {
          const said = JSON.parse(frame.toString());
          if (said.id === 1) resolve(said);
        });
        socket.once('open', () => {
          const data = { protocolVersion: 1, credential: { kind: 'access', token } };
          socket.send(JSON.stringify({ id: 1, request: 'session.open', data }));
          socket.send(`{"token":"${token}"`);
        });
      });
    } finally {
      socket.removeAllListeners('close');
      socket.terminate();
    }
  }
});

describe('a request', () => {
  it('is named in its answer as in the log, with the trace that it belongs to', async () => {
    const answer = await get('/api/v1/version');
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(test.log()).toContain(`"reqId":"${id}"`);

    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const traced = await get('/api/v1/nowhere', { 'x-request-id': 'proxy-4711-abc', traceparent });
    expect(traced.headers.get('x-request-id')).toBe('proxy-4711-abc');
    expect(test.log()).toMatch(new RegExp(`"reqId":"proxy-4711-abc","traceId":"${traceId}"`));
  });

  it.each(['short', 'has blanks in it', `${'x'.repeat(129)}`, '"},"quoted'])(
    'gets an id of the server’s own where the given one is %j',
    async (given) => {
      const answer = await get('/api/v1/version', { 'x-request-id': given });
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-/);
    },
  );
});

describe('who speaks for others', () => {
  it('is warned of once, where no one has named the proxy', async () => {
    const warnings = () => test.log().split('X-Forwarded-For is not believed').length - 1;
    for (let round = 0; round < 3; round++) {
      await get('/api/v1/version', { 'x-forwarded-for': '203.0.113.7' });
    }
    expect(warnings()).toBe(1);
  });
});

describe('too much', () => {
  it.each([
    ['as it is', (address: string, _port: number) => address],
    ['with the port of the connection', (address: string, port: number) => `[${address}]:${port}`],
  ])('is counted by network, forwarded %s: an IPv6 subscriber has a whole /64', async (_, written) => {
    const own = await createTestDatabase();
    const proxied = await startTestApp(own.url, {
      REST_REQUESTS_PER_MINUTE: '10',
      SOCKETS_PER_ADDRESS: '2',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    try {
      let port = 40_000;
      const forwarded = (address: string) => ({ 'x-forwarded-for': written(address, ++port) });
      const ask = (address: string) =>
        fetch(`${proxied.url}/api/v1/version`, { headers: forwarded(address) });
      const statuses = await Promise.all(
        Array.from({ length: 15 }, async (_, host) => (await ask(`2001:db8:1:2::${host + 1}`)).status),
      );
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      expect((await ask('2001:db8:1:3::1')).status).toBe(200);

      const open = (address: string) =>
        new Promise<WebSocket | number | undefined>((resolve) => {
          const socket = new WebSocket(`${proxied.url.replace('http', 'ws')}/api/v1/signal`, {
            headers: forwarded(address),
          });
          socket.on('open', () => resolve(socket));
          socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
        });
      const [first] = [await open('2001:db8:9:9::1'), await open('2001:db8:9:9::2')];
      expect(await open('2001:db8:9:9::3')).toBe(429);
      const other = await open('2001:db8:9:8::1');
      expect(other).toBeInstanceOf(WebSocket);
      if (first instanceof WebSocket) first.close();
      await vi.waitFor(async () => expect(await open('2001:db8:9:9::4')).toBeInstanceOf(WebSocket), SLOW);
    } finally {
      await proxied.close();
      await own.drop();
    }
  });

  it('from one address is refused with a time to come back', async () => {
    const own = await createTestDatabase();
    const strict = await startTestApp(own.url, {
      REST_REQUESTS_PER_MINUTE: '10',
      METRICS_TOKEN: 'token-for-metrics-of-tests',
    });
    try {
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => fetch(`${strict.url}/api/v1/version`)),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(5);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused[0]?.json()).toMatchObject({ code: 'too-many-requests' });
      expect((await fetch(`${strict.url}/healthz`)).status).toBe(200);

      const metrics = (authorization: string) =>
        fetch(`${strict.url}/metrics`, { headers: { authorization } });
      expect((await metrics('Bearer another-token')).status).toBe(404);
      const shown = await metrics('Bearer token-for-metrics-of-tests');
      expect(shown.status).toBe(200);
      expect(await shown.text()).toContain('hibiki_refused_total{limit="requests-address"} 5');
    } finally {
      await strict.close();
      await own.drop();
    }
  });
});
