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

/** The texts of the first screen, beside the code that asks for them and not after it. */
const withTexts = (page: string, lang: Lang, bundle: Rolldown.OutputBundle): string => {
  const texts = Object.values(bundle).find(
    (output) =>
      output.type === 'chunk' && output.facadeModuleId?.endsWith(`/locales/${lang}.po?part=base`) === true,
  );
  if (!texts) throw new Error(`The build has no texts in ${lang}`);
  return page.replace(
    '</head>',
    `  <link rel="modulepreload" crossorigin href="/${texts.fileName}">\n  </head>`,
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
      const pageIn = (lang: Lang) => withTexts(headIn(template, lang), lang, bundle);
      page.source = pageIn('en');
      this.emitFile({ type: 'asset', fileName: heads.ja.file, source: pageIn('ja') });
    },
  },
});
