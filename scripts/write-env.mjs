// `npm run env`: writes .env for docker-compose.yml, with fresh secrets. Plain JavaScript for Node 18 and up, without a
// dependency: a deployment with containers installs no packages.
import { createECDH, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SECRET_BYTES = 32;
const FIRST_RTC_PORT = 40_000;
const PLACEHOLDER = 'change-me';
const VARIABLE = /^([A-Z][A-Z\d_]*)=(?:'([^']*)'|"([^"]*)"|(.*))$/;
/** Compose and a shell read the same in it without quotes. */
const PLAIN = /^[\w.:/@%+,-]*$/;
const HOST_NAME = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:]*:[\da-f:]+)$/i;

const USAGE = `Usage: npm run env -- DOMAIN ADDRESS [TURN_DOMAIN]   writes .env with fresh secrets
       npm run env                                   adds what a .env that is there lacks, after an upgrade

  DOMAIN       the host name under which people open Hibiki, such as calls.example.com
  ADDRESS      the public IP address of this machine
  TURN_DOMAIN  a second host name of this machine, such as turn.calls.example.com: for TURN over TLS on port 443

A .env that is there keeps every value that it has.
`;

/** @param {string} text */
const variablesOf = (text) =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, name, ...forms] = VARIABLE.exec(line.trim()) ?? [];
      const value = forms.find((form) => form !== undefined);
      return name !== undefined && value !== undefined ? [[name, value]] : [];
    }),
  );

/**
 * A line of .env. No value that is written here has a quote in it.
 *
 * @param {string} name @param {string | undefined} value
 */
const lineOf = (name, value = '') => `${name}=${PLAIN.test(value) ? value : `'${value}'`}`;

/**
 * By which push services know the installation (RFC 8292).
 *
 * @returns {[string, string][]}
 */
function vapidKeys() {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys('base64url');
  // Without leading zeros it would be shorter.
  const privateKey = ecdh.getPrivateKey('hex').padStart(2 * SECRET_BYTES, '0');
  return [
    ['WEB_PUSH_PUBLIC_KEY', publicKey],
    ['WEB_PUSH_PRIVATE_KEY', Buffer.from(privateKey, 'hex').toString('base64url')],
  ];
}

/**
 * @param {string} example the text of .env.example
 * @param {{ readonly domain: string; readonly address: string; readonly cores: number }} machine
 * @returns {Map<string, string>} a value for each variable of the example
 */
function freshValues(example, { domain, address, cores }) {
  const own = new Map([
    ['DOMAIN', domain],
    ['PUBLIC_ADDRESS', address],
    ['MAIL_FROM', `Hibiki <no-reply@${domain}>`],
    ...vapidKeys(),
    ['SFU_WORKERS', String(cores)],
    ['SFU_RTC_PORTS', `${FIRST_RTC_PORT}-${FIRST_RTC_PORT + cores - 1}`],
  ]);
  /** @param {string} name @param {string} shown */
  const value = (name, shown) =>
    own.get(name) ?? (shown === PLACEHOLDER ? randomBytes(SECRET_BYTES).toString('hex') : shown);
  return new Map([...variablesOf(example)].map(([name, shown]) => [name, value(name, shown)]));
}

/**
 * What adds TURN over TLS on port 443 to docker-compose.yml.
 *
 * @param {string | undefined} turnDomain
 * @returns {[string, string][]}
 */
const turnOverTls = (turnDomain) =>
  turnDomain === undefined
    ? []
    : [
        ['TURN_DOMAIN', turnDomain],
        ['COMPOSE_FILE', 'docker-compose.yml:coturn/docker-compose.turn-tls.yml'],
      ];

/** @param {readonly [string, string | undefined][]} variables */
const linesOf = (variables) => variables.map(([name, value]) => `${lineOf(name, value)}\n`).join('');

/** @param {string} path */
const readIfThere = (path) =>
  readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * @param {{ readonly domain: string; readonly address: string; readonly turnDomain: string | undefined; readonly rest: readonly unknown[] }} given
 * @returns {string | undefined} what is wrong with the arguments
 */
function problemOf({ domain, address, turnDomain, rest }) {
  if (domain === '') return 'DOMAIN is missing.';
  if (!HOST_NAME.test(domain)) return 'DOMAIN must be a host name in small letters, without https://.';
  if (address === '') return 'ADDRESS is missing.';
  if (!ADDRESS.test(address)) return 'ADDRESS must be an IP address.';
  if (turnDomain === domain) return 'TURN_DOMAIN must differ from DOMAIN.';
  if (turnDomain !== undefined && !HOST_NAME.test(turnDomain))
    return 'TURN_DOMAIN must be a host name in small letters.';
  return rest.length > 0 ? 'There are more than three arguments.' : undefined;
}

/** @param {readonly string[]} args */
async function main(args) {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return;
  }
  const file = process.env.ENV_FILE ?? join(ROOT, '.env');
  const there = await readIfThere(file);
  const given = variablesOf(there ?? '');
  const [domain = '', address = '', turnDomain, ...rest] =
    args.length === 0 ? [given.get('DOMAIN'), given.get('PUBLIC_ADDRESS')] : args;
  const problem = problemOf({ domain, address, turnDomain, rest });
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const example = await readFile(join(ROOT, '.env.example'), 'utf8');
  const cores = availableParallelism?.() ?? cpus().length;
  const fresh = freshValues(example, { domain, address, cores });
  const added = turnOverTls(turnDomain);
  if (there === undefined) {
    const text = example
      .replace(
        /^# Settings of .*$/m,
        '# Settings of docker-compose.yml, written by `npm run env`. Keep it secret, and keep a copy.',
      )
      .replace(/^# Each is refused.*$/m, '# Secrets of this installation.')
      .replace(/^[A-Z][A-Z\d_]*=.*$/gm, (line) => {
        const name = line.slice(0, line.indexOf('='));
        return lineOf(name, fresh.get(name));
      });
    const whole = added.length === 0 ? text : `${text.trimEnd()}\n\n${linesOf(added)}`;
    await writeFile(file, whole, { mode: 0o600, flag: 'wx' });
    console.log(`Wrote ${file}. Set SMTP_URL in it, then: docker compose up --build --wait`);
    return;
  }
  const asked = [['DOMAIN', domain], ['PUBLIC_ADDRESS', address], ...added];
  for (const [name = '', wanted] of asked) {
    const kept = given.get(name);
    if (kept !== undefined && kept !== wanted) console.log(`${file} keeps ${name}=${kept}: change it there.`);
  }
  const missing = [...fresh, ...added].filter(([name]) => !given.has(name));
  if (missing.length === 0) return console.log(`${file} has everything; nothing was changed.`);
  await writeFile(file, `${there.trimEnd()}\n\n${linesOf(missing)}`, { mode: 0o600 });
  console.log(`Added to ${file}: ${missing.map(([name]) => name).join(', ')}`);
}

await main(process.argv.slice(2));
