import type { Plugin } from 'vite';

/**
 * What dependencies bring along and no browser that this client is built for (vite.config.ts, `target`) ever runs, or
 * nothing in this client asks for. Whatever of it is reached after all says so.
 */
interface LeftOut {
  readonly name: string;
  /** The modules that ask for it; others get the real one. */
  readonly importers: RegExp;
  /** A package's name, or the end of a file's path. */
  readonly matches: RegExp;
  /** What is there instead. */
  readonly code: string;
}

const FAIL = `() => { throw new Error('Left out of this build (client/lean-dependencies.ts)'); }`;
const CLASS = `class { constructor() { (${FAIL})(); } static createFactory() { (${FAIL})(); } }`;

const leftOut: readonly LeftOut[] = [
  {
    // The client itself loads the handler of its browser (call/group/device.ts). Older Chromes, React Native, the test
    // suite's fakes; and this client opens no data channels.
    name: 'mediasoup-classes',
    importers: /mediasoup-client\/lib\/(index|Device|Transport)\.js$/,
    matches:
      /mediasoup-client\/lib\/(handlers\/(Chrome111|Firefox120|Safari12|Chrome74|ReactNative106|FakeHandler)|DataProducer|DataConsumer|test\/fakeParameters)$/,
    code: ['Chrome111', 'Firefox120', 'Safari12', 'Chrome74', 'ReactNative106', 'FakeHandler']
      .concat('DataProducer', 'DataConsumer')
      .map((name) => `export const ${name} = ${CLASS};`)
      .join('\n'),
  },
  {
    // Debug logs are not printed.
    name: 'debug',
    importers: /\/(mediasoup-client|h264-profile-level-id|awaitqueue)\//,
    matches: /^debug$/,
    code: 'export default () => Object.assign(() => {}, { enabled: false });',
  },
  {
    // Of the formats only `uuid` and those of dates and times are in what a page checks (protocol/src/signal, ids.ts).
    name: 'typebox-formats',
    importers: /typebox\/build\/format\/(_registry|index)\.mjs$/,
    matches:
      /typebox\/build\/format\/(email|hostname|idn_email|idn_hostname|ipv4|ipv6|iri|iri_reference|json_pointer|json_pointer_uri_fragment|regex|relative_json_pointer|uri|uri_reference|uri_template|url)\.mjs$/,
    code: ['Email', 'Hostname', 'IdnEmail', 'IdnHostname', 'IPv4', 'IPv6', 'IriReference', 'Iri']
      .concat('JsonPointerUriFragment', 'JsonPointer', 'Regex', 'RelativeJsonPointer')
      .concat('UriReference', 'UriTemplate', 'Uri', 'Url')
      .map((name) => `export const Is${name} = ${FAIL};`)
      .join('\n'),
  },
  {
    // Keywords that no schema of protocol/src has.
    name: 'typebox-keywords',
    importers: /typebox\/build\/schema\/engine\/schema\.mjs$/,
    matches:
      /typebox\/build\/schema\/engine\/(contains|dependencies|dependentRequired|dependentSchemas|dynamicRef|if|maxContains|minContains|propertyNames|recursiveRef|ref|unevaluatedItems|unevaluatedProperties|uniqueItems)\.mjs$/,
    code: ['Contains', 'Dependencies', 'DependentRequired', 'DependentSchemas', 'DynamicRef', 'If']
      .concat('MaxContains', 'MinContains', 'PropertyNames', 'RecursiveRef', 'Ref')
      .concat('UnevaluatedItems', 'UnevaluatedProperties', 'UniqueItems')
      .flatMap((name) => [`Build${name}`, `Check${name}`, `Error${name}`])
      .map((name) => `export const ${name} = ${FAIL};`)
      .join('\n'),
  },
  {
    // No query of this client has pages that follow each other.
    name: 'infinite-queries',
    importers: /@tanstack\/query-core\/build\/modern\/query\.js$/,
    matches: /@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
    code: `export const infiniteQueryBehavior = ${FAIL};`,
  },
  {
    // Only for components wrapped by Emotion's withTheme().
    name: 'hoist-statics',
    importers: /@emotion\/react\//,
    matches: /^hoist-non-react-statics$/,
    code: `export default ${FAIL};`,
  },
];

/** Statements that only print what a developer of the library wants to know; all are on a line of their own. */
const DEBUG_LOGS = /^ *logger\.debug\(.*\);$/gm;

const PREFIX = '\0left-out:';

/** Puts nothing, or a failure, in the places of what is left out. */
export const leanDependencies = (): Plugin => ({
  name: 'lean-dependencies',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer?.includes('/node_modules/')) return null;
    const path = source.startsWith('.') ? new URL(source, `file://${importer}`).pathname : source;
    const stub = leftOut.find(({ importers, matches }) => importers.test(importer) && matches.test(path));
    return stub ? `${PREFIX}${stub.name}` : null;
  },
  transform: {
    filter: { id: /node_modules\/mediasoup-client\// },
    handler: (code) => ({ code: code.replace(DEBUG_LOGS, ''), map: null }),
  },
  load: (id) => leftOut.find(({ name }) => id === `${PREFIX}${name}`)?.code ?? null,
});
