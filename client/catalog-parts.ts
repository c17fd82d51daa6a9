import { join } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const REQUEST = /\/([a-z]+)\.po\?part=(base|rest)$/;

/** Whoever only signs in or up reads texts of these folders; what is used in both parts is in the first. */
const BASE = /^client\/src\/(app|ui|i18n|forms|api|features\/auth)\//;

/**
 * Compiles `locales/xx.po?part=base` and `?part=rest`: one file a language for translators, two chunks for browsers, by
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
          return origins.some(([file]) => BASE.test(file)) === (part === 'base');
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
