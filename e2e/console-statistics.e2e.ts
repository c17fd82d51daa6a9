import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspectSteps } from './support/axe.ts';
import { addInterruptedRecording, addPastCalls } from './support/call-history.ts';
import { setUpPeople } from './support/set-up.ts';
import { settled } from './support/settled.ts';
import { until } from './support/until.ts';

const WIDE = { width: 1280, height: 800 };
/** The week that the calls are in; the week before has one a day. */
const WEEK = 'from=2026-03-01&to=2026-03-07';

describe('the figures of the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize(WIDE) });

  beforeAll(async () => {
    const day = (date: number) => String(date).padStart(2, '0');
    const calls = [1, 2, 3, 4, 5, 6, 7].flatMap((date) => [
      // As many as the day of March has, from ten o'clock in Tokyo.
      ...Array.from({ length: date }, (_, call) => ({
        at: `2026-03-${day(date)}T01:0${call}:00Z`,
        seconds: 120,
      })),
      { at: `2026-02-${day(21 + date)}T03:00:00Z`, seconds: 60, reason: 'no-answer' },
    ]);
    await addPastCalls(people.system, calls);
  });

  const open = async (path: string): Promise<Page> => {
    const page = await people.signedIn('manager');
    await page.goto(path);
    return page;
  };
  const chart = (page: Page) => page.getByRole('slider', { name: /^Chart/ });
  const rows = (page: Page) => page.getByRole('rowheader').allTextContents();
  const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

  test('are drawn and written side by side, and compared with the period before', async () => {
    const page = await open(`/manager/statics?kind=byday&${WEEK}&compare=1`);
    await page.getByText('Calls: 28').waitFor();
    await page.getByText('the period before: 7 (+300%)').waitFor();
    expect(await rows(page)).toHaveLength(7);
    const last = page.getByRole('row').filter({ hasText: '7 Mar' });
    expect(await last.getByRole('cell').allTextContents()).toEqual(['7', '1', '+600%', '14', '0', '28.0']);
    const [drawn, table] = [await chart(page).boundingBox(), await page.getByRole('table').boundingBox()];
    expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeLessThan(table?.x ?? 0);
    expect(await page.locator('canvas').count()).toBe(1);
    // Also in Japanese: the comparison is in sight, and days stand on one line.
    for (const language of ['en', 'ja']) {
      await page.evaluate((lang) => localStorage.setItem('hibiki.lang', lang), language);
      await page.reload();
      const change = page.getByRole('columnheader').nth(3);
      await change.getByText(language === 'en' ? 'Change' : '増減').waitFor();
      const [heading, area] = [
        await change.boundingBox(),
        await page
          .getByRole('region')
          .filter({ has: page.getByRole('table') })
          .boundingBox(),
      ];
      expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual(
        (area?.x ?? 0) + (area?.width ?? 0),
      );
      for (const row of await page.getByRole('rowheader').all())
        expect((await row.boundingBox())?.height).toBeLessThan(40);
    }
  });

  test('say that they are of the former period while the chosen days are none', async () => {
    const page = await open(`/manager/statics?kind=byday&${WEEK}`);
    await page.getByText('Calls: 28').waitFor();
    const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })];
    await to.fill('2026-02-20');
    await page.getByText('The last day is before the first.').waitFor();
    await page.getByText(/Still showing the figures of .*1 Mar 2026 – .*7 Mar 2026/).waitFor();
    expect((await to.boundingBox())?.y).toBe((await from.boundingBox())?.y);
    expect(Number(await page.locator('figure').evaluate((at) => getComputedStyle(at).opacity))).toBeLessThan(
      1,
    );
    await to.fill('2026-03-02');
    await page.getByText('Calls: 3', { exact: true }).waitFor();
    expect(await page.getByText('Still showing').count()).toBe(0);
  });

  test('are compared in the cells of a week, too', async () => {
    const page = await open(`/manager/statics?kind=byweekhour&${WEEK}&compare=1`);
    await page.getByText('Small figures: previous period').waitFor();
    const saturday = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Sat' }) });
    expect(await saturday.getByRole('cell').nth(10).textContent()).toBe('7Previous period 0');
    expect(await saturday.getByRole('cell').nth(12).textContent()).toBe('0Previous period 1');
  });

  test('are gone through by keys, in the chart and in the table at once', async () => {
    const page = await open(`/manager/statics?kind=byday&${WEEK}`);
    await chart(page).waitFor();
    await chart(page).focus();
    const marked = () => page.locator('tr[data-active]').getByRole('rowheader').allTextContents();
    await page.keyboard.press('End');
    await until('the last day is marked', async () => (await marked()).join().includes('7 Mar'));
    expect(await chart(page).getAttribute('aria-valuetext')).toMatch(/7 Mar.*: 7$/);
    await page.keyboard.press('ArrowLeft');
    await until('the day before is marked', async () => (await marked()).join().includes('6 Mar'));
    await page.keyboard.press('Escape');
    await until('no day is marked', async () => (await marked()).length === 0);
  });

  test('come by other kinds, of which the address tells', async () => {
    const page = await open(`/manager/statics?kind=byday&${WEEK}`);
    await page.getByText('Calls: 28').waitFor();
    await page.getByLabel('Figure').selectOption({ label: 'Participations' });
    await page.getByText('Participations: 56').waitFor();
    await page.getByRole('combobox', { name: 'Breakdown' }).selectOption({ label: 'By weekday and hour' });
    await until('the week has its hours', async () => (await page.getByRole('cell').count()) >= 168);
    expect(queryOf(page)).toMatchObject({ kind: 'byweekhour', measure: 'count', from: '2026-03-01' });
    expect(await rows(page)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    const saturday = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Sat' }) });
    expect(await saturday.getByRole('cell').nth(10).textContent()).toBe('14');
    await page.getByRole('combobox', { name: 'Breakdown' }).selectOption({ label: 'Busiest devices' });
    await page.getByRole('rowheader', { name: 'Reception' }).waitFor();
    await page.goBack();
    await page.getByRole('rowheader', { name: 'Sat' }).waitFor();
    await page.goto('/manager/statics?kind=byreason&from=2026-02-01&to=2026-03-07');
    await page.getByRole('rowheader', { name: 'No answer' }).waitFor();
    expect(await rows(page)).toEqual(['Ended', 'No answer']);
    await page.goto(`/manager/statics?kind=bypeak&${WEEK}`);
    await page.getByText('Most calls at once: 2').waitFor();
    await page.goto(`/manager/statics?kind=bysetup&${WEEK}`);
    await page.getByText('Median: 0.4 sec · 95% within 0.4 sec').waitFor();
    const bin = page.getByRole('row').filter({ hasText: 'up to 0.5 sec' });
    expect(await bin.getByRole('cell').allTextContents()).toEqual(['56', '100%']);
    await page.goto(`/manager/statics?kind=byquality&${WEEK}`);
    await page.getByText('Participations: 56').waitFor();
    expect(await rows(page)).toEqual(['Good', 'Fair', 'Poor']);
    // They are no course of time: no line of a chart joins them.
    expect(await page.getByRole('slider').count()).toBe(0);
    await page.goto('/manager/statics?kind=bymonth&from=2026-02-01&to=2026-03-31');
    await page.getByText('Calls: 35').waitFor();
    expect(await rows(page)).toEqual(['February 2026', 'March 2026']);
  });

  test('are saved as CSV and as a picture', async () => {
    const page = await open(`/manager/statics?kind=byday&${WEEK}&compare=1`);
    await page.getByText('Calls: 28').waitFor();
    const saved = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
    };
    const table = await saved('Export CSV');
    const name = (kind: string) => `statistics ${kind} Demo 2026-03-01_2026-03-07`;
    expect(table.name).toBe(`${name('byday')}.csv`);
    const lines = table.content.toString('utf8').split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffDay (time zone Asia/Tokyo),Calls,Participations,Guests,Minutes,Calls (Previous period),Participations (Previous period),Guests (Previous period),Minutes (Previous period)',
    );
    expect(lines[7]).toBe('2026-03-07,7,14,0,28,1,2,0,2');
    // Wider than the chart of the page, and of every kind.
    for (const [kind, text] of [
      ['byday', 'Calls: 28'],
      ['byweekhour', 'Calls: 28'],
      ['byreason', 'Calls: 28'],
    ] as const) {
      await page.goto(`/manager/statics?kind=${kind}&${WEEK}&compare=1`);
      await page.getByText(text).waitFor();
      const picture = await saved('Save as PNG');
      expect([picture.name, picture.content.subarray(1, 4).toString()]).toEqual([`${name(kind)}.png`, 'PNG']);
      expect(picture.content.readUInt32BE(16)).toBe(1200);
    }
  });

  test('are accessible in both themes, also on a phone', async () => {
    const inspection = inspectSteps();
    const page = await open('/manager');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of [
      '/manager',
      `/manager/statics?kind=byday&${WEEK}&compare=1`,
      `/manager/statics?kind=byweekhour&${WEEK}&compare=1`,
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      await inspection.look(page, path);
    }
    expect(inspection.wrong).toEqual([]);
  });

  test('begin at home with what needs attention, and lead to what is behind them', async () => {
    await addInterruptedRecording(people.system, 'Broken meeting');
    const page = await open('/manager');
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await page.getByRole('link', { name: /1 recording was interrupted/ }).waitFor();
    await page.getByRole('link', { name: 'Broken meeting' }).waitFor();
    expect(await page.getByTestId('calls-in-progress').textContent()).toBe('0');
    const counts = page.locator('dl');
    await until('the numbers are there', async () =>
      (await counts.locator('dd').allTextContents()).every((text) => /^\d/.test(text)),
    );
    expect(await counts.locator('dt').allTextContents()).toEqual(['Users', 'Devices', 'Pairs', 'Groups']);
    await addPastCalls(people.system, [{ at: new Date(Date.now() - 60_000).toISOString(), seconds: 30 }]);
    await page.reload();
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await counts.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });
});
