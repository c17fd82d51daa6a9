import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFile, digestOf } from './copy-file.ts';
import { type BackedUpFile, filesFolder, type Manifest } from './manifest.ts';
import { megabytes, type Progress } from './progress.ts';

/** What is kept beside the database: what signs tokens and messages, the demo accounts' passwords, and recordings. */
export interface FileFolders {
  readonly dataFolder: string;
  /** Where the media node of this machine keeps its recordings. */
  readonly recordingFolder: string;
}

const SECRETS = ['auth-secret', 'web-push-key', 'demo-accounts.json'];
const RECORDINGS = 'recordings';
const IN_BACKUP = { file: 0o600, folder: 0o700 };
const SECRET = { file: 0o600, folder: 0o700 };
const RECORDED = { file: 0o640, folder: 0o750 };
/** How often a recording is copied from its start because files vanished: each does once, when it is finished. */
const MAX_PASSES = 10;

/** Of this moment's writer, and of no use to the next. */
const isPassing = (name: string): boolean => name === 'lease' || name.endsWith('.tmp');

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

interface FilesDeps {
  readonly folders: FileFolders;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
}

/** Copies the secrets and the recordings into a backup, while recordings are made and removed. */
export async function backUpFiles(
  { folders, progress, signal }: FilesDeps,
  backup: string,
): Promise<readonly BackedUpFile[]> {
  const kept = filesFolder(backup);
  const files: BackedUpFile[] = [];
  for (const path of SECRETS) {
    const from = join(folders.dataFolder, path);
    if (await exists(from)) files.push({ path, ...(await copyFile(from, join(kept, path), IN_BACKUP)) });
  }
  let bytes = 0;
  const names = await namesIn(folders.recordingFolder);
  for (const [index, name] of names.entries()) {
    signal?.throwIfAborted();
    const copied = await backUpRecording(folders.recordingFolder, name, kept);
    for (const file of copied) bytes += file.bytes;
    files.push(...copied);
    progress.step(() => `recordings: ${index + 1} of ${names.length}, ${megabytes(bytes)}`);
  }
  return files;
}

/** Empty for one that was removed meanwhile. */
async function backUpRecording(root: string, name: string, kept: string): Promise<BackedUpFile[]> {
  const to = join(kept, RECORDINGS, name);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    try {
      const files: BackedUpFile[] = [];
      for (const file of (await readdir(join(root, name))).filter((each) => !isPassing(each))) {
        const digest = await copyFile(join(root, name, file), join(to, file), IN_BACKUP);
        files.push({ path: `${RECORDINGS}/${name}/${file}`, ...digest });
      }
      return files;
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Files that vanish have been finished under another name, or removed with the recording.
      await rm(to, { recursive: true, force: true });
      if (!(await exists(join(root, name)))) return [];
    }
  }
  throw new Error(`${join(root, name)} changed each time it was copied`);
}

/** Folders alone: others are of a moment (sfu/src/recording/folder-leases.ts). */
async function namesIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * Before anything is restored: every file of the backup is there as it was written, and none would stand in its way.
 *
 * @throws Error that names the file
 */
export async function checkFiles(folders: FileFolders, backup: string, manifest: Manifest): Promise<void> {
  for (const { path, bytes, sha256 } of manifest.files ?? (await unlisted(backup))) {
    const kept = join(filesFolder(backup), path);
    const found = await digestOf(kept).catch((cause: unknown) => {
      throw new Error(`The backup is damaged: ${kept} cannot be read`, { cause });
    });
    if (found.bytes !== bytes || found.sha256 !== sha256) throw new Error(`The backup is damaged: ${kept}`);
    const { to } = placeOf(folders, path);
    if ((await exists(to)) && (await digestOf(to)).sha256 !== sha256) {
      throw new Error(`${to} exists already, and is another one: move it away, or name another DATA_DIR`);
    }
  }
}

/** Copies the files to where they were; what is there already is the same (`checkFiles`). */
export async function restoreFiles(
  folders: FileFolders,
  backup: string,
  manifest: Manifest,
  progress: Progress,
): Promise<void> {
  const files = manifest.files ?? (await unlisted(backup));
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    const { to, modes } = placeOf(folders, file.path);
    if (!(await exists(to))) await copyFile(join(filesFolder(backup), file.path), to, modes);
    bytes += file.bytes;
    progress.step(() => `files: ${index + 1} of ${files.length}, ${megabytes(bytes)}`);
  }
}

function placeOf({ dataFolder, recordingFolder }: FileFolders, path: string) {
  const [first, ...rest] = path.split('/');
  return first === RECORDINGS
    ? { to: join(recordingFolder, ...rest), modes: RECORDED }
    : { to: join(dataFolder, path), modes: SECRET };
}

/** The files of a backup of the older format, which does not list them. */
async function unlisted(backup: string): Promise<readonly BackedUpFile[]> {
  const root = filesFolder(backup);
  if (!(await exists(root))) return [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !isPassing(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const files: BackedUpFile[] = [];
  for (const path of paths) files.push({ path, ...(await digestOf(join(root, path))) });
  return files;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
