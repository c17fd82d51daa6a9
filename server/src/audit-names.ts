import { sql } from 'kysely';
import { idOfIri } from '#protocol/rest/field.ts';
import type { Db } from './db/database.ts';

/** What an object is called, by the path of its resource. Never a secret: the address of a webhook may hold one. */
const NAMES: Readonly<Record<string, { readonly name: string; readonly from?: string }>> = {
  users: { name: "coalesce(nullif(nickname, ''), mail)" },
  devices: { name: "coalesce(nullif(name, ''), serial_printed)" },
  admins: { name: 'mail' },
  customers: { name: 'name' },
  groups: { name: 'name' },
  pairs: { name: "coalesce(nullif(name, ''), label)" },
  features: {
    name: "customers.name || ', ' || service",
    from: 'features join customers on customers.id = features.customer_id',
  },
  services: { name: 'name' },
  settings: {
    name: "coalesce(nullif(nickname, ''), mail)",
    from: 'settings join users on users.id = settings.user_id',
  },
  notifications: { name: "coalesce(nullif(title_en, ''), title_ja)" },
  recordings: { name: 'name' },
  webhooks: { name: 'name' },
  guest_links: { name: 'mail' },
  mails: { name: 'recipient' },
  webhook_deliveries: { name: 'event' },
};

/** The names of objects of one resource, by id; objects that are gone or have no name are left out. */
async function namesOf(db: Db, path: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const source = NAMES[path];
  if (!source || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    select ${sql.id(path, 'id')} as id, ${sql.raw(source.name)} as name from ${sql.raw(source.from ?? path)}
    where ${sql.id(path, 'id')} = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

export const nameOf = async (db: Db, path: string, id: string): Promise<string | undefined> =>
  (await namesOf(db, path, [id])).get(id);

const REFERENCE = /^\/api\/v1\/([a-z_]+)\/[0-9a-f-]{36}$/;

const pathOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;

/** The names of everything that is referred to, by its address. */
export async function namesOfReferences(
  db: Db,
  values: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const addresses = values.flat().filter((value) => pathOf(value) !== undefined) as string[];
  const names = new Map<string, string>();
  for (const [path = '', group] of Map.groupBy(addresses, pathOf)) {
    const found = await namesOf(db, path, group.map(idOfIri));
    for (const address of group) {
      const name = found.get(idOfIri(address));
      if (name !== undefined) names.set(address, name);
    }
  }
  return names;
}
