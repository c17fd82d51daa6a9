import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { setUpPeople } from './support/set-up.ts';

describe('files of lists in the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize({ width: 1600, height: 800 }) });

  const exported = async (page: Page, label: string): Promise<readonly (readonly string[])[]> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: label }).click(),
    ]);
    const text = (await readFile(await download.path(), 'utf8')).slice(1).trimEnd();
    // Cells with commas are quoted, none here has a quote.
    return text
      .split('\r\n')
      .map((line) =>
        [...line.matchAll(/(?<=^|,)("[^"]*"|[^,]*)/g)].map(([cell]) => cell.replaceAll('"', '')),
      );
  };
  const headings = async (page: Page): Promise<readonly string[]> =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);

  test('have the columns and the words of the screen', async () => {
    const write = (path: string, body: object) => people.system.write('manager', 'POST', path, body);
    const { long } = makeSerial('HALL', Math.floor(Math.random() * 99_999));
    await write('/devices', { serialNumber: long });
    await write('/webhooks', { url: 'https://example.com/hook', events: ['call.ended'] });
    await write('/notifications', { title: { ja: '題', en: 'Title' } });
    const page = await people.signedIn('manager');
    for (const path of ['devices', 'webhooks', 'notifications', 'groups', 'users', 'logs']) {
      await page.goto(`/manager/${path}`);
      await page.getByRole('button', { name: 'Export CSV' }).waitFor();
      const shown = await headings(page);
      const [names = [], ...lines] = await exported(page, 'Export CSV');
      expect(
        shown.filter((name) => name !== 'Actions'),
        path,
      ).toEqual(names);
      const cells = lines.flat();
      expect(
        cells.filter((cell) => /^\/api\/v1|^[A-Z_]{4,}$/.test(cell)),
        path,
      ).toEqual([]);
      // Times are written otherwise on the screen, and the names of people may be of any kind.
      const state = names.indexOf('State');
      for (const word of new Set(lines.map((line) => line[state] ?? ''))) {
        if (state >= 0) await page.getByRole('cell', { name: word, exact: true }).first().waitFor();
      }
    }
    const [, ...entries] = await exported(page, 'Export CSV');
    expect(entries.flat().join('\n')).toContain('Title: – → 日本語: 題, English: Title');
    expect(entries.flat()).toContain('Notification Title');
  });
});
