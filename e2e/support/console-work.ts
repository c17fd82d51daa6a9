import type { Page } from 'playwright';
import { followRequests } from './api-requests.ts';
import { act, press } from './page-speed.ts';

/** A manager's few minutes with a long list, each act by its name (page-speed.ts). From any screen of the console. */
export async function workInConsole(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (number: number) => page.locator('main tbody tr[data-id]').nth(number);
  const { settled } = followRequests(page);
  const navigation = page.getByRole('navigation', { name: 'Console' });

  await press(page, 'open the users', navigation.getByRole('link', { name: 'Users', exact: true }));
  await row(0).waitFor();
  await settled();
  await press(page, 'turn the page', button('Next page'));
  await settled();
  await press(page, 'sort', page.getByRole('columnheader', { name: 'E-mail address' }).getByRole('button'));
  await settled();
  await press(page, 'tick a row', row(2).getByRole('checkbox'));
  await press(page, 'tick the page', page.getByRole('columnheader').first().getByRole('checkbox'));
  await press(page, 'open the menu of a row', row(4).getByRole('button').last());
  await act(page, 'close the menu of a row', () => page.keyboard.press('Escape'));
  await press(page, 'open the filters', button('Filters'));
  await act(page, 'close the filters', () => page.keyboard.press('Escape'));
  await press(page, 'open the columns', button('Columns'));
  await act(page, 'close the columns', () => page.keyboard.press('Escape'));
  await act(page, 'take 100 rows', () => page.getByLabel('Per page').selectOption('100'));
  await row(99).waitFor();
  await settled();
  await press(page, 'turn the page of 100 rows', button('Next page'));
  await settled();
  await press(
    page,
    'tick the page of 100 rows',
    page.getByRole('columnheader').first().getByRole('checkbox'),
  );
  await act(page, 'move to the next row', async () => {
    await row(0).getByRole('link').first().focus();
    await page.keyboard.press('ArrowDown');
  });
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await press(page, 'come to the search', search);
  await act(page, 'type a search', () => page.keyboard.type('lovelace', { delay: 40 }));
  await settled();
  await act(page, 'open the palette', () => page.keyboard.press('Control+k'));
  await act(page, 'type into the palette', () => page.keyboard.type('calls', { delay: 40 }));
  await act(page, 'go there', () => page.keyboard.press('Enter'));
  await settled();
  await press(page, 'open the statistics', navigation.getByRole('link', { name: 'Statistics', exact: true }));
  await page.getByRole('figure').waitFor();
  await settled();
}
