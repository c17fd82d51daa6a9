import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { catalogParts } from './catalog-parts.ts';
import { chunks } from './chunks.ts';
import { pages } from './pages.ts';
import { precompress } from './precompress.ts';
import { serviceWorker } from './service-worker-build.ts';

/** Where the development server passes the API, the signalling socket and the mailbox on to. */
const SERVER_URL = process.env.DEV_SERVER_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  // The order matters: the macros have to be gone before anything else looks at the code.
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    catalogParts(),
    pages(),
    serviceWorker(),
    precompress(),
  ],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version) },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2023',
    // Every browser of the target has it.
    modulePreload: { polyfill: false },
    // Read by size-report.ts.
    manifest: true,
    rolldownOptions: {
      // It would merge what only one browser needs, or a later click, into what every call loads.
      experimental: { chunkOptimization: false },
      output: {
        codeSplitting: { groups: chunks },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER_URL, ws: true },
      '/dev': { target: SERVER_URL },
    },
  },
});
