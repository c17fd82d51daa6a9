import type { Rolldown } from 'vite';
import { type Reach, reachOf } from './chunk-reach.ts';

/** Calls, and what is loaded after a click: what only these share is not on other screens. */
const AROUND_CALLS: ReadonlySet<string> = new Set(['direct', 'group', 'rings', 'preview', 'later']);

/** A module that so many screens and dialogs of the console need is loaded with the first of them. */
const CONSOLE_IMPORTS = 6;

const inCall = ({ loads }: Reach): boolean =>
  loads.has('direct') || loads.has('group') || loads.has('preview');
const outsideCalls = ({ loads }: Reach): boolean => [...loads].some((load) => !AROUND_CALLS.has(load));
/** Pages that show something of a call which is elsewhere, or was. */
const aroundCall = ({ loads }: Reach): boolean =>
  loads.has('shell') || loads.has('home') || loads.has('console');

/**
 * One file for the modules that a rule holds for. A rule never asks that something does *not* load a module: whatever loads a module
 * also loads its imports, which are as plain and as undated at least, so the rule holds for them too. A file then imports only files
 * above it, and no two import each other; size-report.ts checks that.
 *
 * A module that is only loaded by itself stays apart: in another file it would need a second one that names it.
 */
const together = (name: string, holds: (module: Reach) => boolean): Rolldown.CodeSplittingGroup => ({
  name(id, graph) {
    const info = graph.getModuleInfo(id);
    if (info && info.dynamicImporters.length > 0 && info.importers.length === 0) return null;
    const reach = reachOf(id, graph);
    return reach && holds(reach) ? name : null;
  },
  debugName: name,
});

/**
 * Files of the build, besides each screen and each part that is loaded when it is wanted. Many small files weigh more than one: each
 * is compressed by itself, and each is a request. A module is in the first file whose rule holds, with its imports from packages
 * unless a file above has them.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  // What changes only when a dependency is raised stays in the browser's cache over a deployment.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
  // What every page needs.
  { name: 'base', tags: ['$initial'] },
  // Heavy: only screens that show moments wait for it.
  { name: 'luxon', test: /\/node_modules\/luxon\// },
  // The door of a guest waits for this one, sign-in also for `choices`, `fields` and `auth`.
  together('shared', ({ loads }) => loads.has('guest') && loads.size > 1),
  // The connection to the server: for those signed in, and guests in a call. Only the console watches as a manager.
  {
    name: 'signal',
    test: /\/(node_modules\/typebox|(client|protocol)\/src\/signal)\/(?!manager-watch)/,
  },
  // The preview of a call has these too, but no passwords.
  together('choices', ({ plain, loads }) => plain && loads.has('auth') && loads.has('preview')),
  together('fields', ({ loads }) => loads.has('auth') && loads.size > 1),
  together('auth', ({ loads, imports }) => loads.has('auth') && imports > 1),
  // Buttons, lists and icons, without calls and dates: calls have the first, home the first two.
  together('controls', (m) => m.plain && outsideCalls(m) && (inCall(m) || m.loads.has('shell'))),
  together('parts', ({ plain, loads }) => plain && loads.has('home') && loads.size > 1),
  together('more', (m) => m.plain && outsideCalls(m) && m.loads.size > 1),
  together('around', (m) => !m.dated && inCall(m) && aroundCall(m)),
  together('shell', ({ dated, loads }) => !dated && loads.has('shell') && loads.size > 1),
  // Any call, then those that ring: home waits for both, a group call for the first.
  together(
    'calls',
    ({ dated, loads }) => !dated && loads.has('rings') && (loads.has('group') || loads.has('preview')),
  ),
  // Not the name of what is loaded only when it rings (app/rings.tsx).
  together('ringing', ({ dated, loads }) => !dated && loads.has('rings') && loads.size > 1),
  together(
    'stage',
    ({ dated, loads }) => !dated && loads.has('direct') && (loads.has('group') || loads.has('preview')),
  ),
  // A call over the media node.
  {
    name: 'room',
    test: /\/client\/src\/call\/group\/|\/node_modules\/(mediasoup-client\/lib|h264-profile-level-id|sdp-transform|awaitqueue|events-alias)\//,
  },
  // Panels and dialogs of a call have the icons without the room.
  together('signs', ({ plain, loads }) => plain && loads.has('group') && loads.size > 1),
  together('group', ({ dated, loads }) => !dated && loads.has('group') && loads.size > 1),
  together('direct', ({ dated, loads }) => !dated && loads.has('direct') && loads.size > 1),
  // With dates, so with Luxon.
  together('lists', ({ loads }) => loads.has('home') && loads.has('console')),
  together('tables', ({ loads }) => loads.has('console') && loads.size > 1),
  together('console', ({ loads, imports }) => loads.has('console') && imports >= CONSOLE_IMPORTS),
  together('people', ({ loads }) => loads.has('home') && loads.size > 1),
];
