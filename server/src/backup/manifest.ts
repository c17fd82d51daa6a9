import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const MANIFEST_FILE = 'manifest.json';
export const FORMAT = 1;

const ManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
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
});

/** What a backup holds, and how to know that it is whole. */
export type Manifest = Static<typeof ManifestSchema>;
const check = Compile(ManifestSchema);

/** Written last: a folder without it is no backup. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });

/** @throws Error that says what is wrong with the folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((cause: unknown) => {
    throw new Error(`${folder} is not a whole backup: it has no readable ${MANIFEST_FILE}`, { cause });
  });
  const manifest: unknown = JSON.parse(text);
  if (!check.Check(manifest)) throw new Error(`${folder} is a backup of another format`);
  return manifest;
}

export const tableFile = (folder: string, name: string): string => join(folder, 'tables', `${name}.copy.gz`);
