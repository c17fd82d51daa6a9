import { createSecureContext } from 'node:tls';
import { checkCertificates } from '#platform/certificates.ts';
import { readTextFile } from '#platform/environment.ts';
import { meantName } from '#platform/unknown-variable.ts';

/**
 * Options that may follow the address of PostgreSQL, as pg reads them there. It drops others without a word, and those that set limits of
 * a session would replace the server's own.
 */
export const DATABASE_OPTIONS: readonly string[] = [
  'host',
  'port',
  'user',
  'password',
  'options',
  'application_name',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'ssl',
  'uselibpqcompat',
];

/** Values of those that have few. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslnegotiation: ['postgres', 'direct'],
  ssl: ['true', 'false', '1', '0', 'no-verify'],
  uselibpqcompat: ['true', 'false'],
};

/** Without a meaning on a connection that is not encrypted. */
const OF_TLS = ['sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'];

/** Why the options of `DATABASE_URL` are wrong, as a sentence without a secret; undefined where they are right. */
export function databaseOptionProblem(databaseUrl: string): string | undefined {
  const options = new Map<string, string>();
  const { hostname, searchParams } = new URL(databaseUrl);
  for (const [option, value] of searchParams) {
    const problem = unknownOption(option) ?? wrongValue(option, value);
    if (problem) return problem;
    // The last one would count: `sslmode=require&sslmode=disable` is not encrypted.
    if (options.has(option)) return `DATABASE_URL must have its option ${option} once`;
    options.set(option, value);
  }
  if (hostname === '' && !options.has('host')) return 'DATABASE_URL must have a host, or the option host';
  return contradiction(options) ?? keyProblem(options);
}

function unknownOption(option: string): string | undefined {
  if (DATABASE_OPTIONS.includes(option)) return undefined;
  if (option === '') return 'DATABASE_URL has an option without a name';
  const meant = meantName(option.toLowerCase().replaceAll(/[_-]/g, ''), DATABASE_OPTIONS);
  const unknown = `DATABASE_URL has the unknown option ${option}`;
  return meant ? `${unknown}; is ${meant} meant?` : `${unknown}: remove it`;
}

function wrongValue(option: string, value: string): string | undefined {
  const choices = CHOICES[option];
  if (choices && !choices.includes(value))
    return `DATABASE_URL must have one of these as its option ${option}: ${choices.join(', ')}`;
  if (value === '') return `DATABASE_URL must have a value for its option ${option}`;
  if (option === 'port' && !(/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535))
    return 'DATABASE_URL must have a number from 1 to 65535 as its option port';
  try {
    if (option === 'sslrootcert') checkCertificates(readTextFile(value));
    if (option === 'sslcert' || option === 'sslkey') readTextFile(value);
  } catch (error) {
    return `DATABASE_URL must have ${error instanceof Error ? error.message : error} as its option ${option}`;
  }
  return undefined;
}

function contradiction(options: ReadonlyMap<string, string>): string | undefined {
  const mode = options.get('sslmode');
  if (mode !== undefined && options.has('ssl'))
    return 'DATABASE_URL must not have both sslmode and ssl: sslmode alone would count';
  const isPlain = mode === 'disable' || ['false', '0'].includes(options.get('ssl') ?? '');
  const idle = OF_TLS.find((option) => options.has(option));
  if (isPlain && idle !== undefined)
    return `DATABASE_URL must not have ${idle} beside ${mode ? 'sslmode=disable' : 'ssl=false'}: nothing is encrypted`;
  if (options.has('uselibpqcompat') && mode === undefined)
    return 'DATABASE_URL must have sslmode beside uselibpqcompat, which changes what it means';
  if (mode === 'verify-ca' && options.get('uselibpqcompat') === 'true' && !options.has('sslrootcert'))
    return 'DATABASE_URL must have sslrootcert beside sslmode=verify-ca and uselibpqcompat=true';
  return undefined;
}

function keyProblem(options: ReadonlyMap<string, string>): string | undefined {
  const cert = options.get('sslcert');
  const key = options.get('sslkey');
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) return 'DATABASE_URL must have sslcert and sslkey together';
  try {
    createSecureContext({ cert: readTextFile(cert), key: readTextFile(key) });
    return undefined;
  } catch {
    return 'DATABASE_URL must have a certificate (PEM) as its option sslcert, and its key without a password as its option sslkey';
  }
}

/**
 * The address for pg, which takes `prefer`, `require` and `verify-ca` for `verify-full` and warns of it each time that a process begins:
 * docs/operations.md says it once.
 */
export function urlForPg(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('sslmode') ?? '';
  if (!['prefer', 'require', 'verify-ca'].includes(mode)) return databaseUrl;
  if (url.searchParams.get('uselibpqcompat') === 'true') return databaseUrl;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}
