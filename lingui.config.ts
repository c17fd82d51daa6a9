import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ja'],
  catalogs: [
    {
      path: '<rootDir>/client/src/i18n/locales/{locale}',
      include: ['<rootDir>/client/src'],
      exclude: ['**/*.test.*'],
    },
  ],
  runtimeConfigModule: { Trans: ['#client/i18n/trans.tsx', 'Trans'] },
  // Without line numbers a catalog changes only when a text does.
  format: formatter({ lineNumbers: false }),
});
