import type { Rolldown } from 'vite';

/** Files of the client's source, by what comes behind `client/src/`. */
const source = (paths: string): string => String.raw`\/client\/src\/(${paths})\.tsx?$`;

/** What one who only waits for a call has of a call's stage. */
const WAITING = 'call-paths|device-choice|format-duration|handover|lazy-part|passing|sound|stage|video-view';

/** Wanted later than the stage, or elsewhere too: what these import would come along, and sign-in would load the stage with its fields. */
const APART = 'add-person|ring-|use-title|preview|own-preview|call-rating|call-recordings|rating-rule';

/**
 * What is one file of the build, besides each screen and each part that is loaded when it is wanted. Many small files weigh more than
 * one: each is compressed by itself.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  // What changes only when a dependency is raised stays in the browser's cache over a deployment.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
  // What every page needs.
  { name: 'base', tags: ['$initial'] },
  // What looks for newer versions needs it on every page, and would bring all of `signal` along.
  { name: 'store', test: new RegExp(source('store')) },
  // How people and devices are shown, wherever they are. Whichever group imports it first would bring all of itself along.
  {
    name: 'named',
    test: new RegExp(
      [
        source(String.raw`ui\/(avatar|names)|i18n\/(use-named|use-language)`),
        String.raw`\/protocol\/src\/(limits|serial|text)\.ts$`,
      ].join('|'),
    ),
    minShareCount: 2,
  },
  // What everyone needs who is signed in, or a guest: the connection to the server. Only the console watches as a manager.
  {
    name: 'signal',
    test: /\/(node_modules\/typebox|(client|protocol)\/src\/signal)\/(?!manager-watch)/,
  },
  // What a call needs, and those who wait for one do too.
  {
    name: 'media',
    test: new RegExp(
      [
        source(String.raw`api\/call-settings|call\/[\w-]+|media\/[\w-]+|stage\/(${WAITING})`),
        String.raw`\/lucide-react\/dist\/esm\/icons\/(mic|phone-off|video)\.mjs$`,
      ].join('|'),
    ),
    // Both kinds of calls, and at least one thing besides.
    minShareCount: 3,
  },
  // What both kinds of calls are shown with, once one is in them.
  {
    name: 'stage',
    test: new RegExp(source(String.raw`stage\/(?!${APART})[\w-]+`)),
    minShareCount: 2,
  },
  // A call over the media node. What differs between browsers is left apart (call/group/device.ts).
  {
    name: 'room',
    test: /\/client\/src\/call\/group\/|\/node_modules\/(mediasoup-client\/lib\/(?!handlers\/[A-Z])|(h264-profile-level-id|sdp-transform|awaitqueue|events-alias)\/)/,
  },
  {
    name: 'form',
    test: new RegExp(source(String.raw`ui\/(banner|checkbox|field|select|select-field|text-field)`)),
    minShareCount: 2,
  },
];
