import { access, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const MANIFEST_FILE = 'manifest.json';
export const FORMAT = 2;
/** Has no list of files: what stands in its folder `files` is taken as it is. */
const OLDER_FORMAT = 1;

const BackedUpFileSchema = Type.Object({
  /** Relative to the folder `files`, with `/` between its parts. */
  path: Type.String({ pattern: /^(?!.*(^|\/)\.\.?(\/|$))[^/\\\0]+(\/[^/\\\0]+)*$/.source }),
  bytes: Type.Integer({ minimum: 0 }),
  /** Hexadecimal. */
  sha256: Type.String(),
});
export type BackedUpFile = Static<typeof BackedUpFileSchema>;

const ManifestSchema = Type.Object({
  format: Type.Union([Type.Literal(OLDER_FORMAT), Type.Literal(FORMAT)]),
  /** Of the product that wrote it. */
  version: Type.String(),
  createdAt: Type.String(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      columns: Type.Array(Type.String()),
      rows: Type.Integer({ minimum: 0 }),
      /** Of the compressed file, hexadecimal. */
      sha256: Type.String(),
    }),
  ),
  /** The last value of each sequence. */
  sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** Missing in the older format. */
  files: Type.Optional(Type.Array(BackedUpFileSchema)),
});

/** What a backup holds, and how to know that it is whole. */
export type Manifest = Static<typeof ManifestSchema>;
const check = Compile(ManifestSchema);

/** Written last: a folder without it is no backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST_FILE), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws Error that says what is wrong with the folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(async (cause: unknown) => {
    await access(folder).catch(() => {
      throw new Error(`There is no backup: ${folder} does not exist`);
    });
    throw new Error(`${folder} is not a whole backup: it has no readable ${MANIFEST_FILE}`, { cause });
  });
  const manifest = parse(text);
  if (manifest === undefined)
    throw new Error(`The backup is damaged: ${join(folder, MANIFEST_FILE)} is no JSON`);
  if (!check.Check(manifest)) throw new Error(`${folder} is a backup of another format`);
  if (manifest.format === FORMAT && !manifest.files) {
    throw new Error(`${folder} is not a whole backup: its ${MANIFEST_FILE} lists no files`);
  }
  return manifest;
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const tableFile = (folder: string, name: string): string => join(folder, 'tables', `${name}.copy.gz`);
export const filesFolder = (folder: string): string => join(folder, 'files');
