import { inject } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { openDatabase } from '#server/db/database.ts';
import { makeDemoAccounts } from '#server/demo/demo-accounts.ts';
import { insertDemoData } from '#server/demo/insert-demo-data.ts';
import { createLinks } from '#server/links.ts';
import { type System, systemOf } from './system.ts';

/** Five letters and digits in lower case, which no other file has. */
const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => (byte % 36).toString(36)).join('');

/** Where a system can be reached, and its database. */
export interface Place {
  readonly port: number;
  readonly databaseUrl: string;
}

/**
 * Adds a customer to a running system, by default the shared one: the people, group and device that `npm start` makes for a
 * demo, under addresses of their own.
 */
export const newCustomer = async ({ port, databaseUrl }: Place = inject('sharedSystem')): Promise<System> => {
  const db = openDatabase({ url: databaseUrl });
  try {
    const name = newName();
    const serial = makeSerial(`T${name.toUpperCase()}`, 1);
    const links = createLinks(`http://localhost:${port}`);
    const accounts = makeDemoAccounts(serial.long, links, `${name}.example.com`);
    await db.transaction().execute((trx) => insertDemoData(trx, serial, accounts));
    return systemOf(port, accounts);
  } finally {
    await db.destroy();
  }
};
