import type { Page } from 'playwright';
import {
  type Album,
  enter,
  LARGE,
  leave,
  picturesShow,
  type Scene,
  SIZES,
  type Studio,
  visit,
} from './album.ts';
import { toggleScreen } from './calls.ts';
import { type Extra, guestLinkToken, joinAsExtra } from './crowd.ts';
import { demoGroup } from './demo-group.ts';
import { drawFilm } from './drawn-film.ts';
import { say } from './texts.ts';

const ENGLISH = { language: 'en', dark: false } as const;
const NAMES = {
  ja: [
    '佐藤 美咲',
    '長谷川 健太郎',
    '鈴木',
    '東京本社 第三営業部 大会議室プロジェクター前',
    '高橋 陽菜',
    '伊藤',
    '渡辺 悠真',
  ],
  en: [
    'Priya Raman',
    'Tom',
    'Maximiliane Featherstonehaugh-Oppenheimer',
    'Jonas Weber',
    'Ana',
    'Li Wei',
    'Sam',
  ],
} as const;
const HUES = [205, 28, 140, 290, 84, 330, 250] as const;
const ALL_SIZES = [...SIZES, LARGE];

/** Opened by its button, or on a phone, where it has none, by its key. */
const toggle = async (page: Page, key: string): Promise<void> => {
  await page.locator('body').press(key);
};

async function shootGroupCall(studio: Studio): Promise<void> {
  const { album, system } = studio;
  const alice = await enter(studio, { whom: 'alice', hue: 36 });
  const address = `/user/groupchat/talk?group=${(await demoGroup(system)).id}`;
  await alice.goto(address);
  await alice.getByTestId('preview').waitFor();
  await picturesShow(alice, 1);
  await album.shoot(alice, 'call-preview', ALL_SIZES);
  await alice.getByTestId('join').click();
  await alice.getByTestId('alone').waitFor();
  await picturesShow(alice, 1);
  await album.shoot(alice, 'call-group-alone');

  const bob = await enter(studio, { whom: 'bob', hue: 200, look: ENGLISH });
  await bob.goto(address);
  await bob.getByTestId('join').click();
  await picturesShow(alice, 2);
  await album.shoot(alice, 'call-group-2', ALL_SIZES);

  const token = await guestLinkToken(system);
  const extras: Extra[] = [];
  /** Until there are so many of them, beside as many with a browser. */
  const come = async (count: number, beside: number) => {
    while (extras.length < count) {
      const index = extras.length;
      const film = await drawFilm(alice, { width: 480, height: 270, hue: HUES[index] ?? 0 });
      extras.push(await joinAsExtra(system, token, NAMES[album.look.language][index] ?? '', film));
    }
    await picturesShow(alice, count + beside);
  };
  await come(2, 2);
  extras[0]?.speak(true);
  await album.shoot(alice, 'call-group-4', ALL_SIZES);
  await extras[1]?.raiseHand();
  await extras[0]?.say(
    album.look.language === 'ja'
      ? '資料は https://example.com/agenda です。'
      : 'The agenda: https://example.com/agenda',
  );
  await bob.getByTestId('toggle-microphone').click();
  await alice.getByTestId('new-message').waitFor();
  await album.shoot(alice, 'call-group-hand-and-message');
  for (const menu of ['more', 'devices'] as const) {
    await alice.getByTestId(menu).click();
    await alice.getByRole('menu').first().waitFor();
    await album.shoot(alice, `call-group-${menu}`);
    await alice.keyboard.press('Escape');
  }
  await toggle(alice, '?');
  await alice.getByRole('dialog').waitFor();
  await album.shoot(alice, 'call-group-help');
  await alice.keyboard.press('Escape');
  await toggle(alice, 'c');
  const field = alice.getByTestId('chat-panel').getByRole('textbox');
  await field.fill(
    album.look.language === 'ja' ? 'ありがとうございます。では始めましょう。' : 'Thank you. Shall we begin?',
  );
  await field.press('Enter');
  await alice.getByTestId('chat-message').nth(1).waitFor();
  await album.shoot(alice, 'call-group-chat');
  await alice.keyboard.press('Escape');
  await toggle(alice, 'p');
  await alice.getByTestId('people-panel').waitFor();
  await album.shoot(alice, 'call-group-people');
  await alice.getByTestId('person').nth(1).getByRole('button').click();
  await alice.getByRole('menu').first().waitFor();
  await album.shoot(alice, 'call-group-owner-menu');
  await alice.getByRole('menuitem').last().click();
  await alice.getByRole('alertdialog').waitFor();
  await album.shoot(alice, 'call-group-remove');
  await alice.keyboard.press('Escape');
  await alice.getByTestId('lock').click();
  await alice.getByTestId('locked').waitFor();
  await album.shoot(alice, 'call-group-locked');
  await alice.getByTestId('lock').click();
  await alice.getByTestId('people-panel').press('Escape');
  await toggle(alice, 'l');
  await alice.locator('[data-testid=grid][data-layout=speaker]').waitFor();
  await album.shoot(alice, 'call-group-speaker', ALL_SIZES);
  await toggle(alice, 'l');
  await record(alice, 'record-on-server');
  await record(alice, 'record');
  await alice.getByTestId('recording').waitFor();
  await album.shoot(alice, 'call-group-recording');
  await alice.getByTestId('leave').click();
  await alice.getByRole('alertdialog').waitFor();
  await album.shoot(alice, 'call-group-end-recording');
  await alice.keyboard.press('Escape');
  // Before there is more to draw: a machine without a GPU has enough to do.
  await alice.getByRole('button', { name: say(album.look.language, 'Stop and save') }).click();
  await alice.getByTestId('recording').waitFor({ state: 'detached' });
  await toggleScreen(bob);
  await alice.locator('[data-source=screen][data-front=true] video[data-ready=true]').waitFor();
  await album.shoot(alice, 'call-group-screen', ALL_SIZES);
  await bob.getByTestId('leave').click();
  await come(7, 1);
  await alice.setViewportSize(LARGE);
  await picturesShow(alice, 8);
  await album.shoot(alice, 'call-group-8', ALL_SIZES);
  await alice.setViewportSize(SIZES[2] ?? LARGE);
  await record(alice, 'record-on-server');
  for (const extra of extras) extra.leave();
  await alice.getByTestId('leave').click();
  await shootRecordings(alice, album);
  await leave(alice, bob);
}

/** What has been recorded in the call, played and about to be deleted. */
async function shootRecordings(page: Page, album: Album): Promise<void> {
  await visit(page, '/user/recordings');
  const row = page.locator('tbody tr').first();
  const play = row.getByRole('link').filter({ hasText: say(album.look.language, 'Play') });
  await play.waitFor();
  await album.shoot(page, 'user-recordings-filled');
  await play.click();
  await page.getByTestId('film-start').waitFor();
  await album.shoot(page, 'user-recording', ALL_SIZES);
  await visit(page, '/user/recordings');
  await row.getByRole('button').last().click();
  await page.getByRole('alertdialog').waitFor();
  await album.shoot(page, 'dialog-delete-recording');
}

const record = async (page: Page, item: string): Promise<void> => {
  await page.setViewportSize(SIZES[2] ?? LARGE);
  await page.getByTestId('more').click();
  await page.getByTestId(`more-${item}`).getByRole('menuitem').click();
};

async function shootDirectCall(studio: Studio): Promise<void> {
  const { album, system } = studio;
  const alice = await enter(studio, { whom: 'alice', hue: 36 });
  const bob = await enter(studio, { whom: 'bob', hue: 200 });
  const { 'hydra:member': pairs } = (await system.read('alice', '/pairs')) as {
    readonly 'hydra:member': readonly { readonly id: string; readonly name: string }[];
  };
  const pair = pairs.find(({ name }) => name === 'Bob')?.id;
  await alice.goto(`/user/videochat/talk?pair=${pair}`);
  await alice.getByTestId('call-now').click();
  await bob.getByTestId('incoming-call').waitFor();
  await album.shoot(bob, 'call-incoming');
  await picturesShow(alice, 2);
  await album.shoot(alice, 'call-direct-calling');
  await bob.getByTestId('accept').click();
  await Promise.all([picturesShow(alice, 2), picturesShow(bob, 2)]);
  await alice.getByTestId('quality').waitFor();
  await album.shoot(alice, 'call-direct', ALL_SIZES);
  await alice.getByTestId('more').click();
  await alice.getByRole('menu').first().waitFor();
  await album.shoot(alice, 'call-direct-more');
  await alice.keyboard.press('Escape');
  await toggle(bob, 'c');
  const field = bob.getByTestId('chat-panel').getByRole('textbox');
  const language = album.look.language;
  await field.fill(
    language === 'ja' ? '資料は https://example.com/agenda です。' : 'The agenda: https://example.com/agenda',
  );
  await field.press('Enter');
  await alice.getByTestId('new-message').waitFor();
  await album.shoot(alice, 'call-direct-message');
  await alice.getByTestId('chat-toggle').click();
  await alice.getByTestId('chat-message').waitFor();
  await album.shoot(alice, 'call-direct-chat');
  await alice.keyboard.press('Escape');
  await bob.keyboard.press('Escape');
  await bob.getByTestId('toggle-microphone').click();
  await bob.getByTestId('toggle-camera').click();
  await alice.getByTestId('peer-muted').waitFor();
  await album.shoot(alice, 'call-direct-muted');
  await toggleScreen(bob);
  await alice.locator('video[data-member=shared][data-ready=true]').waitFor();
  await album.shoot(alice, 'call-direct-screen');
  await album.shoot(bob, 'call-direct-sharing');
  await bob.getByTestId('hang-up').click();
  await alice.getByTestId('call-ended').waitFor();
  await album.shoot(alice, 'call-direct-ended');
  await alice.goto('/user/videochat/talk?pair=nobody');
  await alice.getByRole('heading', { level: 1 }).waitFor();
  await album.shoot(alice, 'call-direct-invalid');
  await leave(alice, bob);
}

export const callScenes: readonly Scene[] = [
  { name: 'direct-call', shoot: shootDirectCall },
  { name: 'group-call', shoot: shootGroupCall },
];
