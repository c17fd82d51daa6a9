import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * The design system and Emotion carry lists of every property of CSS, condition and attribute of HTML that somebody may
 * name. What the client's source names nowhere, not even in a comment, cannot be asked for and is left out of them.
 */
const SOURCE = join(import.meta.dirname, 'src');

/** Set by Emotion and by React for every element. */
const ALWAYS = ['className', 'style', 'key', 'ref', 'children'];

async function wordsOfSource(): Promise<ReadonlySet<string>> {
  const names = await readdir(SOURCE, { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(SOURCE, name), 'utf8')));
  return new Set([...ALWAYS, ...texts.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? [])]);
}

type Named = (name: string) => boolean;

/** `indent name: value,` of an object's literal, over as many lines as it takes. */
const entries = (indent: number) =>
  new RegExp(
    `^ {${indent}}(\\w+): (?:.*[[{(]\\n(?: {${indent + 1},}.*\\n)+ {${indent}}[\\]})]+,?|.*)\\n`,
    'gm',
  );

/** Replaces what stands between two marks. */
const within = (code: string, begin: string, end: string, change: (part: string) => string): string => {
  const from = code.indexOf(begin) + begin.length;
  const to = code.indexOf(end, from);
  if (from < begin.length || to < 0) throw new Error(`There is no ${begin} … ${end} to be made leaner`);
  return code.slice(0, from) + change(code.slice(from, to)) + code.slice(to);
};

/** A utility is asked for by its name or by one of its short ones. */
const leanUtilities = (code: string, named: Named): string => {
  const conditions = within(code, 'defineConditions({\n', '\n});', (part) =>
    `${part}\n`.replace(entries(2), (entry, name: string) => (named(`_${name}`) ? entry : '')),
  );
  return within(conditions, 'utilities: {\n', '\n  }\n', (part) =>
    `${part}\n`.replace(entries(4), (entry, name: string) => {
      const [, short = ''] = /shorthand: (\[[^\]]*\]|"\w+")/.exec(entry) ?? [];
      return [name, ...(short.match(/\w+/g) ?? [])].some(named) ? entry : '';
    }),
  );
};

const leanList =
  (begin: string, end: string, separator: string) =>
  (code: string, named: Named): string =>
    within(code, begin, end, (part) => part.split(separator).filter(named).join(separator));

const lists: readonly {
  readonly file: RegExp;
  readonly lean: (code: string, named: Named) => string;
}[] = [
  { file: /@chakra-ui\/react\/dist\/esm\/preset-base\.js$/, lean: leanUtilities },
  { file: /@pandacss\/is-valid-prop\/dist\/index\.mjs$/, lean: leanList('cssPropertiesStr = "', '"', ',') },
  {
    file: /@emotion\/is-prop-valid\/dist\/emotion-is-prop-valid\.esm\.js$/,
    lean: leanList('reactPropsRegex = /^((', ')|', '|'),
  },
];

/** A dependency's file without the names that are not among the words; null: it has no such list. */
export const leanCode = (code: string, file: string, words: ReadonlySet<string>): string | null =>
  lists.find((list) => list.file.test(file))?.lean(code, (name) => words.has(name)) ?? null;

/** Leaves the names that the client does not know out of its dependencies' lists. */
export const leanNames = (): Plugin => {
  let words: ReadonlySet<string> = new Set();
  return {
    name: 'lean-names',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      words = await wordsOfSource();
    },
    transform: {
      filter: { id: lists.map(({ file }) => file) },
      handler(code, id) {
        const lean = leanCode(code, id, words);
        return lean === null ? null : { code: lean, map: null };
      },
    },
  };
};
