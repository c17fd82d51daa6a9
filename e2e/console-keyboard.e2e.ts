import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { arrowTo, hasFocus, tabTo } from './support/keyboard.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const WIDE = { width: 1280, height: 800 };
/** More than there are stops between two places of one screen. */
const MOST_STOPS = 60;

interface Found {
  readonly 'hydra:totalItems': number;
}

describe('without a mouse, in the console', () => {
  const people = setUpPeople({
    prepare: async (page) => {
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
  });

  /** Something has the focus, and it can be seen that it has: a heading that is read out is no stop. */
  const focusIsSeen = (page: Page, after: string) =>
    until(`the focus is seen after ${after}`, () =>
      page.evaluate(() => {
        const { activeElement: active } = document;
        if (!active || active === document.body) return false;
        if (active.matches('h1')) return true;
        const marked = active.closest('[role=menu]')?.querySelector('[data-highlighted]') ?? active;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(marked);
        const { width, top, bottom } = marked.getBoundingClientRect();
        return (
          (marked !== active ||
            (outlineStyle !== 'none' && outlineWidth !== '0px') ||
            boxShadow !== 'none') &&
          width > 0 &&
          bottom > 0 &&
          top < innerHeight
        );
      }),
    );
  /** Nothing cuts off the ring around what has the focus, and it differs from the ground on both of its sides. */
  const ringIsWhole = async (page: Page, what: string) => {
    const ring = await page.evaluate(() => {
      const { activeElement: active } = document;
      if (!active) return null;
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const luminance = (color: string): number => {
        if (!canvas) return 0;
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
          const value = channel / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const { outlineColor, outlineOffset, outlineWidth } = getComputedStyle(active);
      const offset = Number.parseFloat(outlineOffset);
      const reach = offset + Number.parseFloat(outlineWidth);
      const { left, right, top, bottom } = active.getBoundingClientRect();
      const cell = active.closest('td, th') ?? active;
      const room = cell.getBoundingClientRect();
      const [dark = 0, light = 0] = [outlineColor, getComputedStyle(cell).backgroundColor]
        .map(luminance)
        .sort((one, other) => one - other);
      return {
        isAround: offset > 0,
        isWhole:
          left - reach >= room.left &&
          right + reach <= room.right &&
          top - reach >= room.top &&
          bottom + reach <= room.bottom,
        contrast: (light + 0.05) / (dark + 0.05),
      };
    });
    expect(ring, what).toMatchObject({ isAround: true, isWhole: true });
    expect(ring?.contrast, what).toBeGreaterThanOrEqual(3);
  };
  const press = async (page: Page, key: string) => {
    await page.keyboard.press(key);
    await focusIsSeen(page, key);
  };
  /** Goes back to what is above. */
  const backTo = async (page: Page, target: Locator) => {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (await hasFocus(target)) return;
      await page.keyboard.press('Shift+Tab');
    }
    throw new Error(`Shift+Tab never comes to ${target}`);
  };
  const found = async (search: string) =>
    ((await people.system.read('manager', `/users?search=${search}`)) as Found)['hydra:totalItems'];

  test('a list is opened, a user edited, a change undone, some deleted at once, and one after a question', async () => {
    const domain = people.system.account('manager').mail.split('@')[1];
    for (const number of [1, 2, 3, 4, 5]) {
      await people.system.write('manager', 'POST', '/users', {
        email: `leaver${number}@${domain}`,
        nickname: `Leaver ${number}`,
        plainPassword: 'correct horse battery',
      });
    }
    const page = await people.signedIn('manager');
    await page.goto('/manager');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const dialog = (name: string) => page.getByRole('dialog', { name });
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const more = (name: string) => page.getByRole('button', { name: `More options for ${name}` });
    const choose = async (name: string, item: string) => {
      await tabTo(page, more(name));
      await press(page, 'Enter');
      await arrowTo(page, page.getByRole('menuitem', { name: item }));
      await focusIsSeen(page, item);
      await page.keyboard.press('Enter');
    };

    // By the palette to the list, and by Tab into its table.
    await page.keyboard.press('Control+k');
    await dialog('Go to').waitFor();
    await page.keyboard.type('users');
    await until('the screen is the first that is found', async () =>
      (await dialog('Go to').getByRole('option').first().textContent())?.startsWith('Users'),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await until('the heading has the focus', () => hasFocus(page.getByRole('heading', { name: 'Users' })));
    await press(page, '/');
    await page.keyboard.type('leaver');
    await until('the search is in force', async () => (await page.getByRole('rowheader').count()) === 5);
    await tabTo(page, page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first());
    await press(page, 'Enter');
    await page.locator('th[aria-sort=ascending]').waitFor();
    await focusIsSeen(page, 'sorting');

    // The menu of a row, its dialog, and back.
    await choose('Leaver 1', 'Edit');
    const edit = dialog('Edit the user');
    await edit.waitFor();
    await tabTo(page, edit.getByLabel('Name (optional)'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Stayer 1 leaver');
    await page.keyboard.press('Enter');
    await edit.waitFor({ state: 'detached' });
    await link('Stayer 1 leaver').waitFor();
    await focusIsSeen(page, 'saving');

    // What can be undone is undone by its key.
    await page.goto('/manager/users?sort=nickname:asc');
    await link('Alice').waitFor();
    await choose('Alice', 'Make a manager');
    await page.getByText(/^Alice is now a manager of /).waitFor();
    await focusIsSeen(page, 'a change');
    await page.keyboard.press('Control+z');
    const alice = page.getByRole('row').filter({ hasText: 'Alice' });
    await alice.getByText('User', { exact: true }).waitFor();
    await focusIsSeen(page, 'undoing');

    // Three in one go.
    await page.goto('/manager/users?search=leaver&sort=nickname:asc');
    await tabTo(page, link('Leaver 2'));
    await press(page, ' ');
    await press(page, 'ArrowDown');
    await press(page, 'ArrowDown');
    await press(page, 'Shift+Space');
    await page.getByText('3 selected').waitFor();
    await backTo(page, page.getByLabel('Select Leaver 4'));
    await ringIsWhole(page, 'a ticked box');
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    await backTo(page, remove);
    await press(page, 'Enter');
    const question = dialog('Delete');
    await question.getByText('3 users will be deleted.').waitFor();
    await tabTo(page, question.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await page.getByText('3 of 3', { exact: true }).waitFor();
    await tabTo(page, dialog('Delete').getByRole('button', { name: 'Close' }));
    await press(page, 'Enter');
    await page.getByText('3 selected').waitFor({ state: 'detached' });
    await until('they are gone', async () => (await found('leaver')) === 2);
    await until('two are left', async () => (await page.getByRole('rowheader').count()) === 2);
    await focusIsSeen(page, 'deleting some');

    // One, after a question: the row that comes to its place has the focus then.
    await choose('Leaver 5', 'Delete');
    const asked = page.getByRole('alertdialog', { name: 'Delete “Leaver 5”?' });
    await asked.waitFor();
    await tabTo(page, asked.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await link('Leaver 5').waitFor({ state: 'detached' });
    await until('the next row has the focus', () => hasFocus(more('Stayer 1 leaver')));
    await focusIsSeen(page, 'deleting');
    expect(await found('leaver')).toBe(1);
  });
});
