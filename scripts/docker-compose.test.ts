import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Compile } from 'typebox/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig as readServerConfig, serverEnvironment } from '#server/config.ts';
import { mediaNodeEnvironment, readConfig as readMediaNodeConfig } from '#sfu/config.ts';
import { packageFile, ROOT } from './paths.ts';

interface Service {
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, as compose replaces them. */
function interpolate(text: string, variables: NodeJS.Dict<string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = variables[name];
    if (value) return value;
    if (kind === '-') return rest;
    throw new Error(`${name} is not set in .env.example`);
  });
}

let schema: ReturnType<typeof Compile>;
let text: string;
let compose: ComposeFile;

beforeAll(async () => {
  // The schema that the Compose Specification publishes, as dclint carries it.
  const published = await readFile(packageFile('dclint/schemas/compose.schema.json'), 'utf8');
  schema = Compile(JSON.parse(published));
  const example = parseEnv(await readFile(join(ROOT, '.env.example'), 'utf8'));
  text = interpolate(await readFile(join(ROOT, 'docker-compose.yml'), 'utf8'), example);
  compose = parse(text);
});

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
    Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, String(value)]),
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
    expect(schema.Check(parse(spoil(text)))).toBe(false);
  });

  test('starts server, media node, PostgreSQL, NATS and coturn, each with a health check', () => {
    expect(Object.keys(compose.services)).toEqual(['server', 'sfu', 'postgres', 'nats', 'coturn']);
    for (const { healthcheck } of Object.values(compose.services))
      expect(healthcheck?.test.length).toBeGreaterThan(1);
  });

  test('sets variables of the server that its configuration knows, to values that it takes', () => {
    const known = Object.values(serverEnvironment.variables).map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(service('server').environment ?? {})));
    const config = readServerConfig(environmentOf('server'));
    expect(config.turnUrls).toHaveLength(2);
    expect(config.natsUrl).toBe('nats://nats:4222');
  });

  test('sets variables of the media node that its configuration knows, to values that it takes', () => {
    const known = Object.values(mediaNodeEnvironment.variables).map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(service('sfu').environment ?? {})));
    expect(readMediaNodeConfig(environmentOf('sfu')).natsUrl).toBe('nats://nats:4222');
  });

  test('publishes a port for each worker of the media node, over UDP and TCP', () => {
    const { rtcPort, workers } = readMediaNodeConfig(environmentOf('sfu'));
    const range = `${rtcPort}-${rtcPort + workers - 1}`;
    expect(service('sfu').ports).toEqual([`${range}:${range}/udp`, `${range}:${range}/tcp`]);
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
