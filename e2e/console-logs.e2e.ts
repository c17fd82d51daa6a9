import { describe, expect, test } from 'vitest';
import { setUpPeople } from './support/set-up.ts';

describe('the audit log in the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize({ width: 1280, height: 800 }) });

  test('is searched by name, and an entry opens with who did what and from where', async () => {
    const page = await people.person('manager');
    await page.goto('/manager/logs');
    const search = page.getByRole('searchbox', { name: 'Search by name or IP address' });
    const row = page.getByRole('row').filter({ hasText: 'Signed in' }).first();
    await row.waitFor();
    await search.fill('nothing has this name');
    await row.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('search')).toBe('nothing has this name');
    await search.fill(people.system.account('manager').mail);
    await row.waitFor();
    await row.getByRole('button', { name: /^More options for/ }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log entry' });
    await dialog.getByText('IP address').waitFor();
    await dialog.getByRole('link', { name: 'Show the object' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });
});
