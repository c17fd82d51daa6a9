import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './paths.ts';

const FOLDERS = '{.,docs,docs/adr,migrations,protocol,bench}/*.md';
const PICTURES = 'docs/pictures';
/** Bytes of a picture, as e2e/support/take-picture.ts bounds them. */
const MAX_PICTURE_BYTES = 120_000;

const pages = new Map<string, string>();
for await (const path of glob(FOLDERS, { cwd: ROOT }))
  pages.set(join(path), await readFile(join(ROOT, path), 'utf8'));

/** Targets of links and pictures, without those in code. */
function targetsOf(text: string): string[] {
  const prose = text.replaceAll(/^ *```.*?^ *```/gms, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
}

/** As GitHub names headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const links = [...pages].flatMap(([page, text]) =>
  targetsOf(text)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      return { page, target, anchor, file: path === '' ? page : join(dirname(page), path) };
    }),
);

it('every link from one document to another leads somewhere', async () => {
  expect(links.length).toBeGreaterThan(0);
  const broken: string[] = [];
  for (const { page, target, file, anchor } of links) {
    const isThere = await stat(join(ROOT, file)).then(
      () => true,
      () => false,
    );
    const text = pages.get(file);
    const hasAnchor = anchor === undefined || text === undefined || anchorsOf(text).includes(anchor);
    if (!isThere || !hasAnchor) broken.push(`${page}: ${target}`);
  }
  expect(broken).toEqual([]);
});

it('every picture is shown in a document and of bounded size', async () => {
  const shown = new Set(links.map(({ file }) => file));
  for await (const path of glob(`${PICTURES}/*`, { cwd: ROOT })) {
    expect(shown, path).toContain(relative('.', path));
    expect((await stat(join(ROOT, path))).size, path).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
  }
});
