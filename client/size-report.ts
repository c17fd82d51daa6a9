import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * `node client/size-report.ts [folder of the build]`, after a build: how much JavaScript a screen loads, with what it imports and the larger of
 * the two catalogs. Fails when one is above its budget.
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

/** Thousands of bytes, gzip. */
const screens: readonly {
  readonly name: string;
  readonly entries: readonly string[];
  readonly budget: number;
}[] = [
  { name: 'sign-in', entries: ['src/features/auth/sign-in-page.tsx', SERVICE_WORKER], budget: 200 },
  {
    name: 'home',
    entries: ['src/features/home/home-page.tsx', 'src/i18n/locales/ja.po?part=home', RINGS, ...SIGNED_IN],
    budget: 300,
  },
  {
    name: '1-to-1 call',
    entries: ['src/features/direct-call/direct-call-page.tsx', 'src/call/direct/peer-link.ts', ...SIGNED_IN],
    budget: 300,
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
    budget: 330,
  },
  {
    // With the preview before it, and what comes after it: all that one loads who opens its address.
    name: 'group call',
    entries: [
      'src/features/group-call/group-call-page.tsx',
      'src/stage/preview.tsx',
      '../node_modules/mediasoup-client/lib/handlers/Chrome111.js',
      SERVICE_WORKER,
      ...SIGNED_IN,
    ],
    budget: 300,
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

const sizes = new Map<string, number>();
async function gzippedSize(file: string): Promise<number> {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(await readFile(join(BUILD, file))).length;
  sizes.set(file, size);
  return size;
}

for (const { name, entries, budget } of screens) {
  const files = new Set([...always, ...[TEXTS, ...entries].flatMap((entry) => [...filesOf(entry)])]);
  let bytes = 0;
  for (const file of files) if (file.endsWith('.js')) bytes += await gzippedSize(file);
  const over = bytes > budget * 1000;
  if (over) process.exitCode = 1;
  process.stdout.write(
    `${name.padEnd(20)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of ${budget} in ${files.size} files${over ? '  TOO MUCH' : ''}\n`,
  );
  if (process.argv.includes('--files')) {
    for (const file of files)
      process.stdout.write(`   ${((await gzippedSize(file)) / 1000).toFixed(1)} ${file}\n`);
  }
}
