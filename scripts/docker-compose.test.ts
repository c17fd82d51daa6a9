import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig as readServerConfig, serverEnvironment } from '#server/config.ts';
import { mediaNodeEnvironment, readConfig as readMediaNodeConfig } from '#sfu/config.ts';
import { packageFile, ROOT } from './paths.ts';
import { type ComposeFile, interpolate, parseCompose, type Service } from './testing/compose-file.ts';

const run = promisify(execFile);
const DOMAIN = 'calls.example.org';
const ADDRESS = '198.51.100.7';
const SMTP_URL = 'smtps://user:password@mail.calls-of-our-own.jp';

let schema: ReturnType<typeof Compile>;
let folder: string;
let written: NodeJS.Dict<string>;
let raw: string;
let text: string;
let compose: ComposeFile;

const envFile = () => join(folder, '.env');
const writeEnvFile = (...args: string[]) =>
  run(process.execPath, [join(ROOT, 'scripts/write-env.mjs'), ...args], {
    env: { ...process.env, ENV_FILE: envFile() },
  });
const readEnvFile = async () => parseEnv(await readFile(envFile(), 'utf8'));

beforeAll(async () => {
  // The schema that the Compose Specification publishes, as dclint carries it.
  const published = await readFile(packageFile('dclint/schemas/compose.schema.json'), 'utf8');
  schema = Compile(JSON.parse(published));
  folder = await mkdtemp(join(tmpdir(), 'env-'));
  await writeEnvFile(DOMAIN, ADDRESS);
  await writeFile(
    envFile(),
    (await readFile(envFile(), 'utf8')).replace(/^SMTP_URL=$/m, `SMTP_URL=${SMTP_URL}`),
  );
  written = await readEnvFile();
  raw = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8');
  text = interpolate(raw, written);
  compose = parseCompose(text);
});
afterAll(() => rm(folder, { recursive: true }));

const service = (name: string): Service => {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};

/** What a service's process finds in its environment: the image's own variables below the file's. */
const environmentOf = (name: string): Record<string, string> => ({
  HOST: '0.0.0.0',
  DATA_DIR: '/data',
  MEDIASOUP_WORKER_BIN: '/usr/local/bin/mediasoup-worker',
  ...Object.fromEntries(
    Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, String(value ?? '')]),
  ),
});

describe('docker-compose.yml', () => {
  test('is what the Compose Specification describes', () => {
    const [, errors] = schema.Errors(compose);
    expect(errors).toEqual([]);
  });

  test.each([
    ['an unknown key of a service', (file: string) => file.replace('restart:', 'restrat:')],
    ['a port that is none', (file: string) => file.replace('"3478:3478/udp"', '{ target: [3478] }')],
    [
      'a health check without a command',
      (file: string) => file.replace('test: [CMD, pg_isready', 'tset: [CMD, pg_isready'),
    ],
  ])('would not pass with %s', (_, spoil) => {
    expect(spoil(text)).not.toBe(text);
    expect(schema.Check(parseCompose(spoil(text)))).toBe(false);
  });

  test('starts Caddy, server, media node, PostgreSQL, NATS and coturn, each with a health check', () => {
    expect(Object.keys(compose.services)).toEqual(['caddy', 'server', 'sfu', 'postgres', 'nats', 'coturn']);
    for (const { healthcheck } of Object.values(compose.services))
      expect(healthcheck?.test.length).toBeGreaterThan(1);
  });

  test('sets variables of the server that its configuration knows, to values that it takes', () => {
    const known = Object.values(serverEnvironment.variables).map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(service('server').environment ?? {})));
    const config = readServerConfig(environmentOf('server'));
    expect(config.turnUrls).toHaveLength(2);
    expect(config.natsUrl).toBe(`nats://hibiki:${written.NATS_PASSWORD}@nats:4222`);
    expect(config.publicUrl).toBe(`https://${DOMAIN}`);
  });

  test('sets variables of the media node that its configuration knows, to values that it takes', () => {
    const known = Object.values(mediaNodeEnvironment.variables).map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(service('sfu').environment ?? {})));
    expect(readMediaNodeConfig(environmentOf('sfu')).natsUrl).toBe(
      `nats://hibiki:${written.NATS_PASSWORD}@nats:4222`,
    );
  });

  /** What the containers decide among themselves. */
  const FIXED = {
    server: ['HOST', 'PORT', 'DATA_DIR', 'CLIENT_DIR', 'SUPERVISED'],
    sfu: [
      'SFU_HTTP_HOST',
      'SFU_HTTP_PORT',
      'SFU_NODE_ID',
      'SFU_LISTEN_IP',
      'SFU_RTC_PORT',
      'RECORDING_FOLDER',
      'MEDIASOUP_WORKER_BIN',
      'FFMPEG_PATH',
    ],
  };
  test.each([
    ['server', serverEnvironment, FIXED.server],
    ['sfu', mediaNodeEnvironment, FIXED.sfu],
  ] as const)('takes every documented variable of %s from .env', (name, environment, fixed) => {
    const own = parseCompose(raw);
    const settable = Object.values(environment.variables)
      .map((variable) => variable.name)
      .filter((variable) => !fixed.some((one) => one === variable));
    const lacking = settable.filter((variable) => {
      const value = String(own.services[name]?.environment?.[variable] ?? '');
      const takes = variable === 'SFU_ANNOUNCED_ADDRESS' ? 'PUBLIC_ADDRESS' : variable;
      return !value.includes(`\${${takes}`);
    });
    expect(lacking).toEqual([]);
  });

  test('keeps logs bounded, privileges away, file systems read-only and versions exact', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    for (const [name, of] of Object.entries(compose.services)) {
      expect(of.logging?.options, name).toEqual({ 'max-size': '10m', 'max-file': '5' });
      expect(of.cap_drop, name).toEqual(['ALL']);
      expect(of.security_opt, name).toEqual(['no-new-privileges:true']);
      // Caddy's configuration is written into its container.
      expect(of.read_only ?? false, name).toBe(name !== 'caddy');
      expect(of.image, name).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
    }
    // The file capability of its program is not granted otherwise, and the program does not start.
    expect(service('coturn').cap_add).toEqual(['NET_BIND_SERVICE']);
    expect([service('server').image, service('sfu').image]).toEqual([
      `hibiki:${version}`,
      `hibiki:${version}`,
    ]);
  });

  test('publishes a port for each worker of the media node, over UDP and TCP', () => {
    const { rtcPort, workers } = readMediaNodeConfig(environmentOf('sfu'));
    const range = `${rtcPort}-${rtcPort + workers - 1}`;
    expect(service('sfu').ports).toEqual(
      expect.arrayContaining([`${range}:${range}/udp`, `${range}:${range}/tcp`]),
    );
  });

  test("publishes coturn's relay ports, no more and no fewer, and gives it the server's secret", async () => {
    const conf = await readFile(join(ROOT, 'coturn/turnserver.conf'), 'utf8');
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(conf)?.[1];
    const range = `${setting('min-port')}-${setting('max-port')}`;
    expect(service('coturn').ports).toContain(`${range}:${range}/udp`);
    const secret = environmentOf('server').TURN_SECRET;
    expect(service('coturn').command).toContain(`--static-auth-secret=${secret}`);
  });
});

describe('npm run env', () => {
  test('writes fresh secrets that no one else may read', async () => {
    const secrets = ['POSTGRES_PASSWORD', 'NATS_PASSWORD', 'AUTH_SECRET', 'TURN_SECRET', 'METRICS_TOKEN'];
    const values = secrets.map((name) => written[name]);
    expect(new Set(values).size).toBe(secrets.length);
    for (const value of values) expect(value).toMatch(/^[\da-f]{64}$/);
    expect((await stat(envFile())).mode & 0o777).toBe(0o600);
  });

  test('writes a pair of keys for Web Push that the server takes', () => {
    const { WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY } = written;
    const keys = { WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY };
    expect(readServerConfig({ DATABASE_URL: 'postgres://localhost/hibiki', ...keys })).toMatchObject({
      webPushPublicKey: WEB_PUSH_PUBLIC_KEY,
      webPushPrivateKey: WEB_PUSH_PRIVATE_KEY,
    });
  });

  test('leaves the mail server to be set, without which compose starts nothing', async () => {
    const { SMTP_URL: _, ...lacking } = written;
    expect(() => interpolate(raw, lacking)).toThrow('.env lacks SMTP_URL');
    const file = join(folder, 'fresh.env');
    await run(process.execPath, [join(ROOT, 'scripts/write-env.mjs'), DOMAIN, ADDRESS], {
      env: { ...process.env, ENV_FILE: file },
    });
    expect(parseEnv(await readFile(file, 'utf8')).SMTP_URL).toBe('');
  });

  test('writes what a shell reads as compose does', async () => {
    const { stdout } = await run('sh', [
      '-euc',
      'set -a; . "$0"; exec "$1" -p "JSON.stringify(process.env)"',
      envFile(),
      process.execPath,
    ]);
    expect(JSON.parse(stdout)).toMatchObject(written);
    expect(written.MAIL_FROM).toBe(`Hibiki <no-reply@${DOMAIN}>`);
  });

  test('keeps what is there, and adds what a newer version needs', async () => {
    const text = await readFile(envFile(), 'utf8');
    await writeFile(
      envFile(),
      text.replace(/^TURN_SECRET=.*\n/m, '').replace(/^DOMAIN=.*$/m, 'DOMAIN=kept.example'),
    );
    await writeEnvFile(DOMAIN, ADDRESS);
    const { DOMAIN: domain, TURN_SECRET: added, ...rest } = await readEnvFile();
    expect(domain).toBe('kept.example');
    expect(added).toMatch(/^[\da-f]{64}$/);
    expect(rest.AUTH_SECRET).toBe(written.AUTH_SECRET);
  });

  test('adds what a newer version needs without being told again for whom', async () => {
    const text = await readFile(envFile(), 'utf8');
    await writeFile(envFile(), text.replace(/^METRICS_TOKEN=.*\n/m, ''));
    await writeEnvFile();
    expect((await readEnvFile()).METRICS_TOKEN).toMatch(/^[\da-f]{64}$/);
  });

  test('adds TURN over TLS where a host name is given for it, at first or later', async () => {
    const turnDomain = 'turn.calls.example.org';
    const wanted = {
      TURN_DOMAIN: turnDomain,
      COMPOSE_FILE: 'docker-compose.yml:coturn/docker-compose.turn-tls.yml',
    };
    const first = join(folder, 'turn.env');
    await run(process.execPath, [join(ROOT, 'scripts/write-env.mjs'), DOMAIN, ADDRESS, turnDomain], {
      env: { ...process.env, ENV_FILE: first },
    });
    expect(parseEnv(await readFile(first, 'utf8'))).toMatchObject({ DOMAIN, ...wanted });
    const before = await readEnvFile();
    await writeEnvFile(DOMAIN, ADDRESS, turnDomain);
    expect(await readEnvFile()).toEqual({ ...before, ...wanted });
  });

  test.each([
    [['calls.example.org'], 'ADDRESS is missing.'],
    [
      ['https://calls.example.org', ADDRESS],
      'DOMAIN must be a host name in small letters, without https://.',
    ],
    [[DOMAIN, 'here'], 'ADDRESS must be an IP address.'],
    [[DOMAIN, ADDRESS, DOMAIN], 'TURN_DOMAIN must differ from DOMAIN.'],
    [[DOMAIN, ADDRESS, 'turn'], 'TURN_DOMAIN must be a host name in small letters.'],
    [[DOMAIN, ADDRESS, 'turn.example.org', 'more'], 'There are more than three arguments.'],
  ])('says what is wrong, and how it is called, for %j', async (args, problem) => {
    await expect(writeEnvFile(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${problem}\n\nUsage: npm run env`),
    });
  });

  test('says how it is called', async () => {
    expect((await writeEnvFile('--help')).stdout).toMatch(/^Usage: npm run env/);
  });

  test('no placeholder of the example starts a server', async () => {
    const example = {
      ...parseEnv(await readFile(join(ROOT, '.env.example'), 'utf8')),
      SMTP_URL,
    };
    const { services } = parseCompose(interpolate(raw, example));
    const environment = Object.fromEntries(
      Object.entries(services.server?.environment ?? {}).map(([name, value]) => [name, String(value ?? '')]),
    );
    expect(() => readServerConfig(environment)).toThrow(/AUTH_SECRET must be a secret of your own/);
  });
});

test('the image sets what this test takes it to set', async () => {
  const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  for (const variable of [
    'HOST=0.0.0.0',
    'DATA_DIR=/data',
    'MEDIASOUP_WORKER_BIN=/usr/local/bin/mediasoup-worker',
  ]) {
    expect(dockerfile).toContain(variable);
  }
});
