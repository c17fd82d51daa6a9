import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';

const SOURCE = join(import.meta.dirname, 'service-worker/service-worker.ts');
const PAGE = 'index.html';
/** Of public/: what the page names in its head. */
const PUBLIC_FILES = [
  '/first-paint.js',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/manifest.ja.webmanifest',
  '/icons/icon-192.png',
];

/**
 * Kept from the first visit on: the texts that every screen needs, in every language, since the next visit may be offline,
 * and in another one; and what offers a newer version, which the server does not have any more when it is needed.
 */
const KEPT = /\.po\?part=base$|\/features\/installation\/new-version\.tsx$/;

/** Compiles the service worker, and tells it what the shell is: the page, and what it loads before the first screen. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const shell = [`/${PAGE}`, ...PUBLIC_FILES, ...[...shellFiles(bundle)].map((file) => `/${file}`)];
    // Chunks that are loaded later have their hash in the names that the shell knows them by.
    const version = createHash('sha256')
      .update(Object.keys(bundle).sort().join('\n'))
      .digest('hex')
      .slice(0, 16);
    const { code } = await transformWithOxc(await readFile(SOURCE, 'utf8'), SOURCE);
    this.emitFile({
      type: 'asset',
      fileName: 'service-worker.js',
      source: code
        .replace(/^export \{\};?$/m, '')
        // The texts' quotation marks are the compiler's choice.
        .replace(/(["'`])%SHELL%\1/, JSON.stringify(JSON.stringify(shell)))
        .replace('%VERSION%', version),
    });
  },
});

/** What the page names in its head, everything that this imports at once, and its texts. */
function shellFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  // The page's own chunk is gone by now: Vite has put the chunks that it imported into the page instead.
  const page = bundle[PAGE];
  if (page?.type !== 'asset') throw new Error(`The build has no ${PAGE}`);
  const found = new Set<string>();
  const add = (file: string) => {
    const output = bundle[file];
    if (found.has(file) || output === undefined) return;
    found.add(file);
    if (output.type === 'chunk') for (const imported of output.imports) add(imported);
  };
  for (const [, file = ''] of String(page.source).matchAll(/(?:src|href)="\/([^"]+)"/g)) add(file);
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && KEPT.test(output.facadeModuleId ?? '')) add(output.fileName);
  }
  return found;
}
