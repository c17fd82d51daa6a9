import type { Page } from 'playwright';
import { enter, leave, type Scene, type Studio, visit } from './album.ts';
import { guestLinkToken } from './crowd.ts';
import { CONSOLE_SCREENS, PUBLIC_SCREENS, USER_SCREENS } from './screens.ts';
import { say } from './texts.ts';

const nameOf = (path: string): string =>
  path
    .replace(/[?#].*/, '')
    .replace(/^\//, '')
    .replaceAll('/', '-');

const shootPaths = async (
  studio: Studio,
  whom: string | undefined,
  paths: readonly string[],
  suffix = '',
) => {
  const page = await enter(studio, whom === undefined ? {} : { whom });
  for (const path of paths) {
    await visit(page, path);
    await studio.album.shoot(page, `${nameOf(path)}${suffix}`, undefined, true);
  }
  await leave(page);
};

/** Found by what it is called in the album's language. */
const named = ({ album }: Studio, page: Page, role: 'button' | 'menuitem' | 'tab') => {
  const { language } = album.look;
  return (english: string, values: Readonly<Record<string, string>> = {}, context = '') =>
    page.getByRole(role, { name: say(language, english, values, context), exact: true }).first();
};

async function shootDialogs(studio: Studio): Promise<void> {
  const { album } = studio;
  const page = await enter(studio, { whom: 'alice' });
  const button = named(studio, page, 'button');
  const item = named(studio, page, 'menuitem');
  const shootDialog = async (name: string) => {
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor();
    await album.shoot(page, `dialog-${name}`);
  };

  await visit(page, '/user/owngroups');
  await button('Create group').click();
  await shootDialog('add-group');
  await page.getByRole('dialog').getByRole('button').last().click();
  await shootDialog('add-group-wrong');
  await visit(page, '/user/owngroups');
  const group = { name: 'Design review' };
  const more = async (english: string) => {
    await visit(page, '/user/owngroups');
    await button('More options for {name}', group).click();
    await item(english).click();
  };
  await button('More options for {name}', group).click();
  await item('Delete').waitFor();
  await album.shoot(page, 'menu-group');
  await more('Delete');
  await shootDialog('delete-group');
  await more('Edit');
  await shootDialog('edit-group');
  await more('Invite everyone by e-mail');
  await shootDialog('invite-group');
  await visit(page, '/user/owngroups');
  await button('Guest links of {name}', group).click();
  await page.getByRole('dialog').waitFor();
  await button('Create link').click();
  await shootDialog('guest-links');

  await visit(page, '/user/videochat');
  await button('Invite').click();
  await shootDialog('invite-pair');
  for (const [english, context, name] of [
    ['Rename', '', 'rename-pair'],
    ['Remove', 'pair', 'delete-pair'],
  ] as const) {
    await visit(page, '/user/videochat');
    await button('More options for {name}', { name: 'Bob' }).click();
    await item(english, {}, context).click();
    await shootDialog(name);
  }

  await visit(page, '/user/settings');
  await page.locator('select').first().selectOption({ index: 3 });
  await album.shoot(page, 'user-settings-changed');
  await page.getByRole('banner').getByRole('link').first().click();
  await shootDialog('leave-settings');
  await leave(page);
}

/** Nothing there yet, nothing found, the server out of reach. */
async function shootStates(studio: Studio): Promise<void> {
  const { album } = studio;
  const page = await enter(studio, { whom: 'carol' });
  for (const path of ['/user/owngroups', '/user/connections', '/user/recordings']) {
    await visit(page, path);
    await album.shoot(page, `${nameOf(path)}-empty`);
  }
  await visit(page, '/user/connections?search=nobody');
  await album.shoot(page, 'user-connections-none-found');
  await page.route('**/api/v1/connections*', (route) => route.abort());
  await page.route('**/api/v1/groups/**', (route) => route.abort());
  for (const path of ['/user/connections', '/user/groupchat']) {
    await visit(page, path);
    // Asked again a few times before it is given up.
    await page
      .getByRole('button', { name: say(album.look.language, 'Try again') })
      .first()
      .waitFor();
    await album.shoot(page, `${nameOf(path)}-failed`);
  }
  await leave(page);

  const stranger = await enter(studio);
  await visit(stranger, '/signin');
  await stranger.locator('form').getByRole('button').last().click();
  await album.shoot(stranger, 'signin-wrong');
  await stranger.locator('input[type=email]').fill('nobody@example.com');
  await stranger.locator('input[type=password]').fill('wrong password');
  await stranger.locator('form').getByRole('button').last().click();
  await stranger.getByRole('alert').first().waitFor();
  await album.shoot(stranger, 'signin-refused');
  await leave(stranger);
}

/** The header's menu on a phone, and the guest's way in. */
async function shootMenus(studio: Studio): Promise<void> {
  const { album, system } = studio;
  const phone = [{ width: 390, height: 844 }];
  const page = await enter(studio, { whom: 'alice' });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/user');
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menu').first().waitFor();
  await album.shoot(page, 'menu-header', phone);
  await leave(page);

  const link = `/guest#token=${await guestLinkToken(system)}`;
  const guest = await enter(studio);
  await guest.goto(link);
  await guest.getByTestId('guest-enter').waitFor();
  await album.shoot(guest, 'guest');
  await leave(guest);
}

export const pageScenes: readonly Scene[] = [
  { name: 'public', shoot: (studio) => shootPaths(studio, undefined, PUBLIC_SCREENS) },
  { name: 'user', shoot: (studio) => shootPaths(studio, 'alice', USER_SCREENS) },
  { name: 'manager', shoot: (studio) => shootPaths(studio, 'manager', CONSOLE_SCREENS) },
  { name: 'menus', shoot: shootMenus },
  { name: 'dialogs', shoot: shootDialogs },
  { name: 'states', shoot: shootStates },
];
