import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Compile } from 'typebox/schema';
import { beforeAll, expect, test } from 'vitest';
import { packageFile, ROOT } from './paths.ts';
import { type ComposeFile, interpolate, parseCompose } from './testing/compose-file.ts';

const DOMAIN = 'calls.example.org';
const TURN_DOMAIN = 'turn.calls.example.org';

const textOf = (name: string) => readFile(join(ROOT, name), 'utf8');

let base: ComposeFile;
let added: ComposeFile;
let raw: string;

beforeAll(async () => {
  const variables = {
    ...parseEnv(await textOf('.env.example')),
    DOMAIN,
    TURN_DOMAIN,
    SMTP_URL: 'smtp://localhost',
  };
  base = parseCompose(interpolate(await textOf('docker-compose.yml'), variables));
  raw = await textOf('coturn/docker-compose.turn-tls.yml');
  added = parseCompose(interpolate(raw, variables));
});

test('is what the Compose Specification describes', async () => {
  // The schema that the Compose Specification publishes, as dclint carries it.
  const published = await readFile(packageFile('dclint/schemas/compose.schema.json'), 'utf8');
  const [, errors] = Compile(JSON.parse(published)).Errors(added);
  expect(errors).toEqual([]);
});

test('starts nothing without the second host name', async () => {
  const { TURN_DOMAIN: _, ...lacking } = { ...parseEnv(await textOf('.env.example')), TURN_DOMAIN: '' };
  expect(() => interpolate(raw, lacking)).toThrow('.env lacks TURN_DOMAIN');
});

test('gives port 443 over TCP to the router, which keeps logs, privileges and files as the other services do', () => {
  const { router, caddy } = added.services;
  expect(router?.ports).toEqual(['443:443/tcp']);
  expect(caddy?.ports).toEqual(base.services.caddy?.ports?.filter((port) => port !== '443:443/tcp'));
  const { server } = base.services;
  for (const key of ['logging', 'cap_drop', 'security_opt', 'read_only'] as const) {
    expect(router?.[key], key).toEqual(server?.[key]);
  }
  expect(router?.image).toMatch(/^haproxy:\d+\.\d+\.\d+-alpine$/);
});

test('serves the same pages as without it, and asks for a certificate of the second name', () => {
  const site = (file: ComposeFile, name: string) =>
    new RegExp(`^${name.replaceAll('.', '\\.')} \\{\\n(?:  .*\\n)*\\}`, 'm').exec(
      Object.values(file.configs ?? {})[0]?.content ?? '',
    )?.[0];
  expect(site(added, DOMAIN)).toContain('reverse_proxy server:3000');
  expect(site(added, DOMAIN)).toBe(site(base, DOMAIN));
  expect(site(added, TURN_DOMAIN)).toContain('disable_tlsalpn_challenge');
});

test('tells browsers of all ways to the TURN server, the one over TLS at last', () => {
  const urls = (file: ComposeFile) => String(file.services.server?.environment?.TURN_URLS).split(',');
  expect(urls(added)).toEqual([...urls(base), `turns:${TURN_DOMAIN}:443?transport=tcp`]);
});

test('the router finds pages and TURN server under the names of their services', async () => {
  const conf = await textOf('coturn/haproxy.cfg');
  expect(conf).toContain('PAGES-caddy:443');
  // The default of coturn for TLS.
  expect(conf).toContain('TURN-coturn:5349');
  expect(await textOf('coturn/turnserver.conf')).not.toMatch(/^tls-listening-port/m);
  expect(Object.keys(base.services)).toEqual(expect.arrayContaining(['caddy', 'coturn']));
});
