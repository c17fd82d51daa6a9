import type { Plugin, Rolldown } from 'vite';

/** What is said of the product before any script runs: to browsers, to search engines, and to chats in which a link is shared. */
const heads = {
  en: {
    file: 'index.html',
    title: 'Hibiki',
    description: 'Video and audio calls in the browser. Nothing to install.',
  },
  ja: {
    file: 'index.ja.html',
    title: 'Hibiki（響き）',
    description: 'ブラウザーだけで使えるビデオ通話・音声通話です。インストールは不要です。',
  },
} as const;

type Lang = keyof typeof heads;

/** Nothing here depends on the address: a shared link gives nothing away about what it leads to. */
const headIn = (page: string, lang: Lang): string => {
  const { title, description } = heads[lang];
  return page
    .replace('<html lang="en">', `<html lang="${lang}">`)
    .replaceAll('%TITLE%', title)
    .replaceAll('%DESCRIPTION%', description);
};

/** The two most visited screens. public/first-paint.js preloads their files in parallel with the base code. */
const firstScreens = {
  '/user': {
    code: ['/app/signed-in-layout.tsx', '/features/home/home-page.tsx'],
    texts: ['rest', 'home'],
  },
  '/guest': { code: ['/app/guest-layout.tsx', '/features/guest/guest-home-page.tsx'], texts: ['guest'] },
} as const;

/** The file of a module that is loaded by itself, with all that it imports at once. */
function filesOf(moduleEnd: string, bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const chunk = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(moduleEnd) === true,
  );
  if (!chunk) throw new Error(`The build has no ${moduleEnd}`);
  const files = new Set([chunk.fileName]);
  for (const file of files) {
    const output = bundle[file];
    if (output?.type === 'chunk') for (const imported of output.imports) files.add(imported);
  }
  return files;
}

/** Files by who needs them: `/user` or `/guest`, and `en` or `ja` alone for the texts of every screen. */
function filesAhead(
  page: string,
  bundle: Rolldown.OutputBundle,
): Readonly<Record<string, readonly string[]>> {
  const named = (file: string) => page.includes(`"/${file}"`);
  const textsOf = (lang: Lang, part: string) => [...filesOf(`/locales/${lang}.po?part=${part}`, bundle)];
  const ahead: Record<string, readonly string[]> = {};
  for (const lang of ['en', 'ja'] as const) {
    ahead[lang] = textsOf(lang, 'base');
    for (const [path, { texts }] of Object.entries(firstScreens)) {
      ahead[`${path} ${lang}`] = texts.flatMap((part) => textsOf(lang, part));
    }
  }
  for (const [path, { code }] of Object.entries(firstScreens)) {
    ahead[path] = [...new Set(code.flatMap((end) => [...filesOf(end, bundle)]))].filter(
      (file) => !named(file),
    );
  }
  return ahead;
}

const withFilesAhead = (page: string, bundle: Rolldown.OutputBundle): string => {
  const content = JSON.stringify(filesAhead(page, bundle)).replaceAll('"', '&quot;');
  return page.replace(
    '<script src="/first-paint.js">',
    `<meta name="hibiki-ahead" content="${content}" />\n    $&`,
  );
};

/** Writes the page once for each language, which the server chooses from (server/src/ops/static-client.ts). */
export const pages = (): Plugin => ({
  name: 'pages',
  enforce: 'post',
  transformIndexHtml: { order: 'post', handler: (page, { bundle }) => (bundle ? page : headIn(page, 'en')) },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const page = bundle[heads.en.file];
      if (page?.type !== 'asset') throw new Error(`The build has no ${heads.en.file}`);
      const template = String(page.source);
      const pageIn = (lang: Lang) => withFilesAhead(headIn(template, lang), bundle);
      page.source = pageIn('en');
      this.emitFile({ type: 'asset', fileName: heads.ja.file, source: pageIn('ja') });
    },
  },
});
