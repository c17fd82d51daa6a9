import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { addPastCalls } from './support/call-history.ts';
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

  test('of one user are headed as on the screen, and stand in the log by name', async () => {
    await addPastCalls(people.system, [
      { at: '2026-03-02T01:00:00Z', seconds: 600 },
      { at: '2026-03-03T01:00:00Z', seconds: 0, reason: 'no-answer' },
    ]);
    const { mail } = people.system.account('alice');
    const { id } = (await people.system.read('manager', `/users/by_email?email=${mail}`)) as {
      readonly id: string;
    };
    const page = await people.signedIn('manager');
    const titles: string[] = [];
    for (const tab of ['pairs', 'calls']) {
      await page.goto(`/manager/users/${id}/${tab}`);
      await page.getByRole('button', { name: 'Export CSV' }).waitFor();
      const shown = await headings(page);
      const [names = [], ...lines] = await exported(page, 'Export CSV');
      expect(
        shown.filter((name) => name !== 'Actions'),
        tab,
      ).toEqual(names);
      expect(lines.flat().filter((cell) => /[\r\n]/.test(cell))).toEqual([]);
      titles.push(`Columns: – → ${names.join(', ')}`);
      if (tab === 'pairs') {
        const bob = people.system.account('bob').mail;
        expect(lines.map(([other]) => other)).toContain(`Bob (${bob})`);
      } else {
        const quality = names.indexOf('Quality');
        const ends = lines.map((line) => [line[names.indexOf('How it ended')], line[quality]]);
        expect(ends).toEqual([
          ['No answer', ''],
          ['Ended', 'Good'],
        ]);
        await page.getByRole('row').filter({ hasText: 'No answer' }).waitFor();
        expect(await page.getByText('Good connection').count()).toBe(1);
      }
    }
    await page.goto('/manager/logs?action=export');
    await page.getByRole('row').filter({ hasText: 'User or device: Alice' }).first().waitFor();
    const text = (await exported(page, 'Export CSV')).flat().join('\n');
    for (const title of titles) expect(text).toContain(title);
    expect(text).toContain('Filters: – → User or device: Alice');
    expect(text).toContain('Filters: – → Participant: Alice');
    expect(text).not.toContain('/api/v1');
  });
});
