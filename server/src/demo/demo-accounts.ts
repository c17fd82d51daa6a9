import { randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { makeFolder } from '#platform/make-folder.ts';
import { newDeviceSecret } from '#server/auth/sign-in.ts';
import type { Links } from '#server/links.ts';

export const DEMO_ACCOUNTS_FILE = 'demo-accounts.json';

const DemoAccountsSchema = Type.Object({
  accounts: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal('admin'), Type.Literal('manager'), Type.Literal('user')]),
      mail: Type.String(),
      password: Type.String(),
      /** What it is good for. */
      note: Type.String(),
    }),
  ),
  device: Type.Object({
    /** Long form. */
    serial: Type.String(),
    secret: Type.String(),
    /** Sets a kiosk up. */
    url: Type.String(),
  }),
});
/** What stands in the data folder, and what `npm start` shows. */
export type DemoAccounts = Static<typeof DemoAccountsSchema>;
const check = Compile(DemoAccountsSchema);

/** @param domain of the mail addresses; `example.com` by default */
export function makeDemoAccounts(serial: string, links: Links, domain = 'example.com'): DemoAccounts {
  const account = (role: DemoAccounts['accounts'][number]['role'], name: string, note: string) => ({
    role,
    mail: `${name}@${domain}`,
    password: newPassword(),
    note,
  });
  const { secret } = newDeviceSecret();
  return {
    accounts: [
      account('user', 'alice', 'Paired with Bob, Carol and the device; owns the group'),
      account('user', 'bob', 'Paired with Alice and Carol; member of the group'),
      account('user', 'carol', 'Paired with Alice and Bob; member of the group'),
      account('manager', 'manager', 'Manages the customer “Demo”; signs in at /manager/signin'),
      account('admin', 'admin', 'Full access; signs in at /manager/signin'),
    ],
    device: { serial, secret, url: links.device(serial, secret) },
  };
}

export async function readDemoAccounts(dataFolder: string): Promise<DemoAccounts | undefined> {
  const file = join(dataFolder, DEMO_ACCOUNTS_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const accounts: unknown = JSON.parse(text);
  if (!check.Check(accounts)) throw new Error(`${file} is damaged: delete it, and new passwords are made`);
  return accounts;
}

/** Readable for its owner only, and never there half-written. */
export async function writeDemoAccounts(dataFolder: string, accounts: DemoAccounts): Promise<void> {
  const file = join(dataFolder, DEMO_ACCOUNTS_FILE);
  await makeFolder(dataFolder);
  await writeFile(`${file}.new`, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Without characters that are mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Three groups of four, 59 bits: easy to type, hopeless to guess. */
const newPassword = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  ).join('-');
