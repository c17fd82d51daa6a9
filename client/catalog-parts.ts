import { join } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const REQUEST = /\/([a-z]+)\.po\?part=(base|rest|call|guest|home|pages|console)$/;

/**
 * Anyone who only signs in or up, or is offline, reads texts of these folders; what is used in both parts is in the first. A
 * newer version is offered on every page. The error page, which nobody should see, is left to `pages`.
 */
const BASE =
  /^client\/src\/(app(?!\/(console\/|error-screen))|ui|i18n(?!\/end-text)|forms|api|features\/(auth|installation))\//;
/** What the first screen after the sign-in needs, such as how calls have ended, is not kept waiting by what the other pages say. */
const HOME = /^client\/src\/(features\/home\/|i18n\/end-text)/;
/** Screens that are not part of a call; what a call needs too is in `rest`. */
const PAGES =
  /^client\/src\/(app\/error-screen\.|(features\/(home|groups|settings|connections|notifications|terms|about|recordings|device|self-test)|stage\/recordings\/film)\/)/;

/** Parts of a call's screen that are loaded once it stands (`lazyPart`), and that nothing else imports. */
export const CALL =
  /^client\/src\/(stage\/(add-person-dialog|blockage-notice|call-failed|call-rating|call-recordings|device-notices|end-call-dialog|help-sheet|muted-hint|player-controls|recording-failed|share-notices|silent-microphone)|features\/(direct-call\/invite-person|group-call\/(people-panel|ring-person|trouble-notices|volume-dialog)))\.tsx$/;

/** The door of guests loads no other part. */
const GUEST = /^client\/src\/features\/guest\//;

/** What managers and administrators read. */
const CONSOLE = /^client\/src\/(app\/console|features\/manage)\//;

/** What the other pages and the console share. The one screen of the console that plays recordings loads the texts of pages too. */
const SHARED = /^client\/src\/(stage\/(groups|recordings)\/(?!film\/)|i18n\/end-text)/;

/** The door, the console and the other pages do not load each other: what several of them say is in the part of each. */
const partsOf = (files: readonly string[]): readonly string[] => {
  if (files.some((file) => BASE.test(file))) return ['base'];
  if (files.length > 0 && files.every((file) => CALL.test(file))) return ['call'];
  const elsewhere = files.filter((file) => !GUEST.test(file));
  if (elsewhere.length === files.length) return partsWithoutDoor(files);
  return ['guest', ...(elsewhere.length > 0 ? partsWithoutDoor(elsewhere) : [])];
};

const partsWithoutDoor = (files: readonly string[]): readonly string[] => {
  const isOf = (part: RegExp) => (file: string) => part.test(file) || SHARED.test(file);
  const inPages = files.filter(isOf(PAGES));
  const inConsole = files.filter(isOf(CONSOLE));
  if (files.length === 0 || !files.every((file) => isOf(PAGES)(file) || isOf(CONSOLE)(file))) return ['rest'];
  const pages = inPages.some((file) => HOME.test(file)) ? ['home'] : inPages.length > 0 ? ['pages'] : [];
  return inConsole.length > 0 ? [...pages, 'console'] : pages;
};

/**
 * Compiles `locales/xx.po?part=base`, `rest`, `call`, `guest`, `home`, `pages` and `console`: one file a language for translators, seven chunks for
 * browsers, by where a message is used. A message that does not compile fails the build.
 */
export const catalogParts = (): Plugin => {
  const config = getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') });
  return {
    name: 'catalog-parts',
    enforce: 'pre',
    transform: {
      filter: { id: REQUEST },
      async handler(_, id) {
        const [, locale = '', part = ''] = REQUEST.exec(id) ?? [];
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
          return partsOf(origins.map(([file]) => file)).includes(part);
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
