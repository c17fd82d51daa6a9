import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * `node client/size-report.ts [folder of the build] [--files]`, after a build: how much JavaScript a screen loads, in how many files, with what
 * it imports and the larger of the two catalogs. Fails when one is above its budget.
 */
const BUILD =
  process.argv.slice(2).find((argument) => !argument.startsWith('--')) ??
  join(import.meta.dirname, '../dist/client');

/** The larger of the two catalogs. */
const TEXTS = 'src/i18n/locales/ja.po?part=base';
const SIGNED_IN = ['src/i18n/locales/ja.po?part=rest', 'src/app/signed-in-layout.tsx'];
/** Loaded once the page is there, because at home one waits for calls; in a room only when someone calls. */
const RINGS = 'src/app/rings.tsx';

/** Loaded by every page when it has time. */
const SERVICE_WORKER = 'src/features/installation/service-worker.ts';

interface Screen {
  readonly name: string;
  readonly entries: readonly string[];
  /** Thousands of bytes, gzip. */
  readonly budget: number;
  /** Thousands of bytes, brotli, as browsers get them from the server. */
  readonly brotliBudget?: number;
  /** Each file is a request: on a phone that costs more than its bytes. */
  readonly fileBudget: number;
}

const screens: readonly Screen[] = [
  {
    name: 'sign-in',
    entries: ['src/features/auth/sign-in-page.tsx', SERVICE_WORKER],
    budget: 180,
    fileBudget: 12,
  },
  {
    // Until the name is given: the call itself is loaded while it is typed.
    name: 'door of a guest',
    entries: [
      'src/app/guest-layout.tsx',
      'src/features/guest/guest-home-page.tsx',
      'src/i18n/locales/ja.po?part=guest',
      SERVICE_WORKER,
    ],
    budget: 180,
    brotliBudget: 155.5,
    fileBudget: 11,
  },
  {
    name: 'home',
    entries: [
      'src/features/home/home-page.tsx',
      'src/i18n/locales/ja.po?part=home',
      RINGS,
      SERVICE_WORKER,
      ...SIGNED_IN,
    ],
    budget: 272.5,
    fileBudget: 25,
  },
  {
    name: '1-to-1 call',
    entries: ['src/features/direct-call/direct-call-page.tsx', 'src/call/direct/peer-link.ts', ...SIGNED_IN],
    budget: 256.5,
    fileBudget: 18,
  },
  {
    name: 'console',
    entries: [
      'src/features/manage/users/users-page.tsx',
      'src/app/console/console-area.tsx',
      'src/app/console/console-header.tsx',
      'src/app/console/console-side.tsx',
      'src/i18n/locales/ja.po?part=console',
      SERVICE_WORKER,
      ...SIGNED_IN,
    ],
    budget: 328.5,
    fileBudget: 45,
  },
  {
    // With the preview before it, and what comes after it: all that one loads who opens its address.
    name: 'group call',
    entries: [
      'src/features/group-call/group-call-page.tsx',
      'src/stage/preview.tsx',
      SERVICE_WORKER,
      ...SIGNED_IN,
    ],
    budget: 307,
    fileBudget: 24,
  },
];

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const manifest = new Map<string, Chunk>(
  Object.entries(JSON.parse(await readFile(join(BUILD, '.vite/manifest.json'), 'utf8'))),
);

/** What the page itself names, in the language of the larger texts. */
const page = await readFile(join(BUILD, 'index.ja.html'), 'utf8');
const always = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);

/** The entry by its path. The folder of packages may be a link to another folder, whose path the build then names. */
function keyOf(entry: string): string {
  const key = [...manifest.keys()].find((known) => known === entry || known.endsWith(`/${entry}`));
  if (key === undefined) throw new Error(`${entry} is not in the build`);
  return key;
}

/** All files that an entry needs at once. */
function filesOf(key: string, seen: Set<string> = new Set()): Set<string> {
  const chunk = manifest.get(key);
  if (!chunk) throw new Error(`${key} is not in the build`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

/**
 * Files that import each other: what one of them keeps of the other when it begins may not be there yet, depending on which of
 * the two a page asks for first.
 */
function circleFrom(key: string, path: readonly string[] = []): readonly string[] | null {
  if (path.includes(key)) return [...path.slice(path.indexOf(key)), key];
  if (withoutCircle.has(key)) return null;
  for (const imported of manifest.get(key)?.imports ?? []) {
    const circle = circleFrom(imported, [...path, key]);
    if (circle) return circle;
  }
  withoutCircle.add(key);
  return null;
}
const withoutCircle = new Set<string>();

for (const key of manifest.keys()) {
  const circle = circleFrom(key);
  if (!circle) continue;
  process.exitCode = 1;
  process.stdout.write(`These files of the build import each other: ${circle.join(' → ')}\n`);
  break;
}

interface Size {
  readonly gzip: number;
  readonly brotli: number;
}

const sizes = new Map<string, Size>();
async function sizeOf(file: string): Promise<Size> {
  const known = sizes.get(file);
  if (known) return known;
  const content = await readFile(join(BUILD, file));
  const size = { gzip: gzipSync(content).length, brotli: brotliCompressSync(content).length };
  sizes.set(file, size);
  return size;
}

const inKb = (bytes: number): string => (bytes / 1000).toFixed(1);

for (const { name, entries, budget, brotliBudget, fileBudget } of screens) {
  const needed = [...always, ...[TEXTS, ...entries].flatMap((entry) => [...filesOf(keyOf(entry))])];
  const files = [...new Set(needed)].filter((file) => file.endsWith('.js'));
  let [gzip, brotli] = [0, 0];
  for (const file of files) {
    const size = await sizeOf(file);
    gzip += size.gzip;
    brotli += size.brotli;
  }
  const over =
    gzip > budget * 1000 ||
    (brotliBudget !== undefined && brotli > brotliBudget * 1000) ||
    files.length > fileBudget;
  if (over) process.exitCode = 1;
  const of = (most: number | undefined) => (most === undefined ? '' : ` of ${most}`);
  process.stdout.write(
    `${name.padEnd(16)} ${inKb(gzip).padStart(6)} kB${of(budget)} gzip, ${inKb(brotli)}${of(brotliBudget)} brotli, ${files.length}${of(fileBudget)} files${over ? '  TOO MUCH' : ''}\n`,
  );
  if (process.argv.includes('--files')) {
    for (const file of files) process.stdout.write(`   ${inKb((await sizeOf(file)).gzip)} ${file}\n`);
  }
}
