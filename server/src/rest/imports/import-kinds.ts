import type { ImportedResource, TaskResource } from '#protocol/rest/resources/task.ts';
import { isPrintedSerial, readSerial } from '#protocol/serial.ts';
import type { Db } from '#server/db/database.ts';
import { invalidField } from '#server/errors.ts';
import { accessTable } from '#server/rest/access-table.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { foundOr } from '#server/rest/find-item.ts';
import { findParty } from '#server/rest/find-party.ts';
import { ownedRows, type PartyRef, partyIri } from '#server/rest/parties.ts';
import {
  booleanOf,
  type Cells,
  codeOf,
  given,
  isManagerOf,
  languageOf,
  stateOf,
  textOf,
} from './import-cells.ts';

/** What a row of a file stands for. */
export interface ImportedItem {
  /** The item that has the row's key already, whether or not the asker sees it. */
  readonly id: string | undefined;
  /** Where there is none yet. */
  readonly creation: Readonly<Record<string, unknown>>;
  /** Where there is one. */
  readonly patch: Readonly<Record<string, unknown>>;
}

interface ImportKind {
  /** Of the fields by which the same row is the same item, however often it comes. */
  readonly keys: readonly string[];
  /** All fields that a row may have. */
  readonly fields: readonly string[];
  read(context: RequestContext, cells: Cells): Promise<ImportedItem>;
}

/** What can be imported, and how a row of each is read. */
export const importKinds: Readonly<Record<ImportedResource, ImportKind>> = {
  users: {
    keys: ['email'],
    fields: ['email', 'nickname', 'lang', 'isManager'],
    async read({ db }, cells) {
      const email = codeOf(cells, 'email');
      if (email === undefined) throw invalidField('email', 'mail-required');
      const patch = given({
        nickname: textOf(cells, 'nickname'),
        lang: languageOf(cells, 'lang'),
        isManager: isManagerOf(cells, 'isManager'),
      });
      return { id: await userIdOf(db, email), creation: { email, ...patch }, patch };
    },
  },
  devices: {
    keys: ['serialNumber'],
    fields: ['serialNumber', 'name', 'state', 'answersByItself'],
    async read({ db }, cells) {
      const serial = readSerial(textOf(cells, 'serialNumber') ?? '');
      if (!serial) throw invalidField('serialNumber', 'serial-invalid');
      const patch = given({
        name: textOf(cells, 'name'),
        state: stateOf(cells, 'state'),
        answersByItself: booleanOf(cells, 'answersByItself'),
      });
      const device = await db
        .selectFrom('devices')
        .where('serial', '=', serial.long)
        .select('id')
        .executeTakeFirst();
      return { id: device?.id, creation: { serialNumber: serial.long, ...patch }, patch };
    },
  },
  pairs: {
    keys: ['owner', 'target'],
    fields: ['owner', 'target', 'name'],
    async read(context, cells) {
      const owner = await findOwner(context, codeOf(cells, 'owner'));
      const target = codeOf(cells, 'target');
      if (target === undefined) throw invalidField('target', 'required');
      const patch = given({ name: textOf(cells, 'name') });
      const invited = target.includes('@') ? { mail: target } : { serialLong: target };
      return {
        id: await pairIdOf(context.db, owner, target),
        creation: { owner: partyIri(owner), ...invited, ...patch },
        patch,
      };
    },
  },
};

/** What a row of a file stands for. Rejects with `validation-failed`, also for a field that the import does not know. */
export function readImported(
  resource: ImportedResource,
  context: RequestContext,
  cells: Cells,
): Promise<ImportedItem> {
  const { fields, read } = importKinds[resource];
  const unknown = Object.keys(cells).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw invalidField(unknown, 'unknown-field');
  return read(context, cells);
}

/** Of a task that imports: `planImport` lets no other begin. */
export function importedResource(resource: TaskResource): ImportedResource {
  if (resource === 'users' || resource === 'devices' || resource === 'pairs') return resource;
  throw new Error(`There is no import of ${resource}`);
}

const userIdOf = async (db: Db, mail: string): Promise<string | undefined> =>
  (await db.selectFrom('users').where('mail_key', '=', mail.toLowerCase()).select('id').executeTakeFirst())
    ?.id;

/** A user by mail address or a device by serial number, whom the asker may read; others are as unknown as none. */
async function findOwner(context: RequestContext, text: string | undefined): Promise<PartyRef> {
  if (text === undefined) throw invalidField('owner', 'required');
  const unknown = invalidField('owner', 'reference-unknown');
  const isMail = text.includes('@');
  const named = isMail ? await userIdOf(context.db, text) : text;
  if (named === undefined) throw unknown;
  const reach = accessTable[isMail ? 'users.read' : 'devices.read'][context.who];
  return await foundOr(unknown, findParty(context, named, reach));
}

const owned = ownedRows('pairs', 'owner_user_id', 'owner_device_id');

/** What the owner knows the other side by: the mail address, or the serial number as it was typed or is shown. */
async function pairIdOf(db: Db, owner: PartyRef, target: string): Promise<string | undefined> {
  const printed = readSerial(target)?.printed ?? (isPrintedSerial(target) ? target : null);
  const pair = await db
    .selectFrom('pairs')
    .leftJoin('users', 'users.id', 'pairs.target_user_id')
    .leftJoin('devices', 'devices.id', 'pairs.target_device_id')
    .where(owned.isOwner(owner))
    .where(({ eb, and, or }) =>
      or([
        // What waits for no one has its own owner as its target.
        and([eb('users.mail_key', '=', target.toLowerCase()), eb('pairs.unmatched', '=', false)]),
        eb('pairs.asked_printed', '=', printed),
        and([eb('pairs.state', '=', 'VERIFIED'), eb('devices.serial_printed', '=', printed)]),
      ]),
    )
    .select('pairs.id')
    .executeTakeFirst();
  return pair?.id;
}
