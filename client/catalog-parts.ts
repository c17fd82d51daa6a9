import { join } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const REQUEST = /\/([a-z]+)\.po\?part=(base|rest|home|pages)$/;

/**
 * Anyone who only signs in or up, or is offline, reads texts of these folders; what is used in both parts is in the first. A
 * newer version is offered on every page.
 */
const BASE = /^client\/src\/(app|ui|i18n|forms|api|features\/(auth|installation))\//;
/** What the first screen after the sign-in needs is not kept waiting by what the other pages say. */
const HOME = /^client\/src\/features\/home\//;
/** Screens that are not part of a call; what a call needs too is in `rest`. */
const PAGES =
  /^client\/src\/features\/(home|groups|settings|connections|notifications|terms|about|recordings|guest|device|self-test)\//;

const partOf = (files: readonly string[]): string => {
  if (files.some((file) => BASE.test(file))) return 'base';
  if (files.length === 0 || !files.every((file) => PAGES.test(file))) return 'rest';
  return files.some((file) => HOME.test(file)) ? 'home' : 'pages';
};

/**
 * Compiles `locales/xx.po?part=base`, `rest`, `home` and `pages`: one file a language for translators, four chunks for browsers, by
 * where a message is used. A message that does not compile fails the build.
 */
export const catalogParts = (): Plugin => {
  const config = getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') });
  return {
    name: 'catalog-parts',
    enforce: 'pre',
    transform: {
      filter: { id: REQUEST },
      async handler(_, id) {
        const [, locale = '', part] = REQUEST.exec(id) ?? [];
        const [catalog] = await getCatalogs(config);
        const entries = await catalog?.read(locale);
        if (!catalog || !entries) throw new Error(`There is no catalog of ${locale}`);
        this.addWatchFile(catalog.getFilename(locale));
        const { messages } = await catalog.getTranslations(locale, {
          fallbackLocales: config.fallbackLocales,
          sourceLocale: config.sourceLocale,
          missingBehavior: 'resolved',
        });
        const wanted = Object.entries(messages).filter(([key]) => {
          const origins = entries[key]?.origin ?? [];
          return partOf(origins.map(([file]) => file)) === part;
        });
        const { source, errors } = createCompiledCatalog(locale, Object.fromEntries(wanted), {
          namespace: 'es',
        });
        const [error] = errors;
        if (error) throw new Error(`${locale}: “${error.source}” does not compile`, { cause: error.error });
        return { code: source, map: null, moduleType: 'js' };
      },
    },
  };
};
