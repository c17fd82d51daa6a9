import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { AppError } from '#protocol/app-error.ts';
import { MIN_PASSWORD_LENGTH } from '#protocol/limits.ts';
import { invalidField } from '#server/errors.ts';

const argon2Async = promisify(argon2);

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane; about 30 ms here. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** argon2's version 1.3, as PHC strings write it. */
const VERSION = 19;

/** A hash whose costs are beyond these was not made here, and must not make the server work for minutes. */
const MAX_MEMORY = 256 * 1024;
const MAX_PASSES = 16;
const MAX_PARALLELISM = 8;

/** Hashing takes any length; a bound keeps a request from being made long on purpose. */
const MAX_PASSWORD_LENGTH = 256;

interface Parsed {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const derive = (
  password: string,
  parameters: Omit<Parsed, 'hash'> & { readonly length: number },
): Promise<Buffer> =>
  argon2Async('argon2id', {
    message: normalize(password),
    nonce: parameters.salt,
    parallelism: parameters.parallelism,
    tagLength: parameters.length,
    memory: parameters.memory,
    passes: parameters.passes,
  });

/** The same letters typed on different systems may be composed differently (RFC 8265, 4.2: NFC). */
const normalize = (password: string): string => password.normalize('NFC');

/** Hashes into a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, { ...COST, salt, length: HASH_BYTES });
  return phc(salt, hash);
}

/**
 * For an account without a password: random bytes, which no one knows a password to; to check one against them takes as long
 * as ever.
 */
export const hashOfNoPassword = (): string => phc(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

function phc(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=${VERSION}$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/** Throws where `phc` is none of ours: that is a fault of the data, not a wrong password. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const stored = parse(phc);
  const hash = await derive(password, { ...stored, length: stored.hash.length });
  return timingSafeEqual(hash, stored.hash);
}

/** Made with other costs than today's: hash again while the password is at hand. */
export function needsRehash(phc: string): boolean {
  const stored = parse(phc);
  return (
    stored.memory !== COST.memory ||
    stored.passes !== COST.passes ||
    stored.parallelism !== COST.parallelism ||
    stored.hash.length !== HASH_BYTES
  );
}

/** What section 5 of the specification asks of a password; undefined when it passes. */
export function passwordProblem(propertyPath: string, password: string): AppError | undefined {
  if (password.trim() === '') return invalidField(propertyPath, 'password-required');
  if ([...password].length < MIN_PASSWORD_LENGTH) return invalidField(propertyPath, 'password-short');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const malformed = password.length > MAX_PASSWORD_LENGTH || /[\u0000-\u001f\u007f]/.test(password);
  return malformed ? invalidField(propertyPath, 'password-format') : undefined;
}

/** Base64 without padding, as PHC strings write it. */
const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,128})$/;

function parse(phc: string): Parsed {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc) ?? [];
  const parsed = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt ?? '', 'base64'),
    hash: Buffer.from(hash ?? '', 'base64'),
  };
  const known =
    parsed.memory <= MAX_MEMORY && parsed.passes <= MAX_PASSES && parsed.parallelism <= MAX_PARALLELISM;
  if (!known) throw new Error('The stored password hash is not an argon2id PHC string of this server');
  return parsed;
}
