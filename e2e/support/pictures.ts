import type { Browser, Page } from 'playwright';
import type { PairId } from '#protocol/ids.ts';
import { accessToken, TestSignalClient } from '#server/testing/signal-client.ts';
import { picturesShow, visit } from './album.ts';
import { openPage, signIn } from './browser.ts';
import { enterConsole } from './console.ts';
import { takePart } from './crowd.ts';
import { drawCamera } from './drawn-camera.ts';
import { drawFilm } from './drawn-film.ts';
import { makeGuestLink } from './guest-links.ts';
import { dayBefore, GROUP, HISTORY_DAYS, PASSWORD, type PicturePeople } from './picture-people.ts';
import type { System } from './system.ts';

export interface PictureStudio {
  readonly system: System;
  readonly browser: Browser;
  readonly people: PicturePeople;
  /** Keeps what the page shows. */
  readonly take: (page: Page, name: string) => Promise<void>;
}

const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };
const HUES = { alice: 24, bob: 205, carol: 303, guest: 140 } as const;

async function enter({ browser, system }: PictureStudio, who: keyof typeof HUES): Promise<Page> {
  const page = await openPage(browser, { url: system.url, locale: 'en-US' });
  await page.setViewportSize(DESKTOP);
  await drawCamera(page, { hue: HUES[who] });
  if (who !== 'guest') await signIn(page, system.account(who));
  return page;
}

async function tokenOf(system: System, username: string, password: string): Promise<string> {
  const answer = await fetch(`${system.url}/api/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`Sign-in of ${username}: ${answer.status}`);
  const { token } = (await answer.json()) as { readonly token: string };
  return token;
}

/** Shown as online until the client is cut. */
async function comeOnline(system: System, username: string, password: string): Promise<TestSignalClient> {
  const client = new TestSignalClient(`ws://localhost:${system.port}/api/v1/signal`);
  await client.open(accessToken(await tokenOf(system, username, password)));
  return client;
}

interface Members<Item> {
  readonly 'hydra:member': readonly Item[];
}

/** Four in a call on a desktop, and the same call on the phone of one of them. */
async function groupCall(studio: PictureStudio): Promise<void> {
  const { system, take } = studio;
  const { 'hydra:member': groups } = (await system.read('alice', '/groups')) as Members<{
    readonly '@id': string;
    readonly id: Parameters<typeof takePart>[1]['groupId'];
    readonly name: string;
  }>;
  const group = groups.find(({ name }) => name === GROUP);
  if (!group) throw new Error(`There is no group ${GROUP}`);
  const alice = await enter(studio, 'alice');
  await alice.goto(`/user/groupchat/talk?group=${group.id}`);
  await alice.getByTestId('join').click();
  await picturesShow(alice, 1);
  const others = [];
  for (const name of ['bob', 'carol'] as const) {
    const { mail, password } = system.account(name);
    const credential = accessToken(await tokenOf(system, mail, password));
    const film = await drawFilm(alice, { width: 640, height: 360, hue: HUES[name] });
    others.push(await takePart(system, { credential, groupId: group.id, name, film }));
  }
  const { url } = await makeGuestLink(system, { group: group['@id'] });
  const token = new URL(url).hash.split('token=')[1] ?? '';
  const name = 'Grace Mbeki';
  const film = await drawFilm(alice, { width: 640, height: 360, hue: HUES.guest });
  const credential = { kind: 'guest', token, name } as const;
  others.push(await takePart(system, { credential, groupId: group.id, name, film }));
  await picturesShow(alice, 4);
  others[0]?.speak(true);
  await others[2]?.raiseHand();
  await take(alice, 'group-call');
  await alice.setViewportSize(PHONE);
  await picturesShow(alice, 4);
  await take(alice, 'phone');
  for (const other of others) other.leave();
  await alice.context().close();
}

async function directCall(studio: PictureStudio): Promise<void> {
  const { system, take } = studio;
  const [alice, bob] = [await enter(studio, 'alice'), await enter(studio, 'bob')];
  const { 'hydra:member': pairs } = (await system.read('alice', '/pairs')) as Members<{
    readonly id: PairId;
    readonly name: string;
  }>;
  const pair = pairs.find(({ name }) => name === 'Bob Weber')?.id;
  await alice.goto(`/user/videochat/talk?pair=${pair}`);
  await alice.getByTestId('call-now').click();
  await bob.getByTestId('accept').click();
  await Promise.all([picturesShow(alice, 2), picturesShow(bob, 2)]);
  await bob.locator('body').press('c');
  const field = bob.getByTestId('chat-panel').getByRole('textbox');
  await field.fill('The results are in: https://example.com/results');
  await field.press('Enter');
  await alice.getByTestId('chat-toggle').click();
  await alice.getByTestId('chat-message').waitFor();
  const answer = alice.getByTestId('chat-panel').getByRole('textbox');
  await answer.fill('Thank you, I am looking at them now.');
  await answer.press('Enter');
  await alice.getByTestId('chat-message').nth(1).waitFor();
  await alice.getByTestId('quality').waitFor();
  await take(alice, 'direct-call');
  await alice.getByTestId('hang-up').click();
  await Promise.all([alice.context().close(), bob.context().close()]);
}

async function kiosk(studio: PictureStudio): Promise<void> {
  const { browser, system, people, take } = studio;
  const online = await Promise.all(
    people.japanese.slice(0, 4).map(({ mail }) => comeOnline(system, mail, PASSWORD)),
  );
  const page = await openPage(browser, { url: system.url, locale: 'ja-JP' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(people.kioskPath);
  const start = page.getByTestId('kiosk-start-button');
  await page.getByTestId('kiosk-home').or(start).waitFor();
  if (await start.isVisible()) await start.click();
  await page.locator('[data-testid=kiosk-state][data-connected=true]').waitFor();
  await take(page, 'kiosk');
  await page.context().close();
  for (const client of online) client.cut();
}

async function home(studio: PictureStudio): Promise<void> {
  const { system, take } = studio;
  const accounts = [system.account('bob'), system.account('carol')];
  const online = await Promise.all(accounts.map(({ mail, password }) => comeOnline(system, mail, password)));
  const page = await enter(studio, 'alice');
  await visit(page, '/user');
  await take(page, 'home');
  await page.context().close();
  for (const client of online) client.cut();
}

async function managersConsole({ browser, system, take }: PictureStudio): Promise<void> {
  const page = await openPage(browser, { url: system.url, locale: 'en-US' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterConsole(page, system.account('manager'));
  const period = new URLSearchParams({ from: dayBefore(HISTORY_DAYS), to: dayBefore(1) });
  await visit(page, `/manager/statics?kind=byday&${period}`);
  await take(page, 'console');
  await page.context().close();
}

async function guestsDoor(studio: PictureStudio): Promise<void> {
  const { system, take } = studio;
  const { 'hydra:member': groups } = (await system.read('alice', '/groups')) as Members<{
    readonly '@id': string;
    readonly name: string;
  }>;
  const group = groups.find(({ name }) => name === GROUP)?.['@id'];
  const page = await enter(studio, 'guest');
  await visit(page, (await makeGuestLink(system, { group })).url);
  await page.locator('form input').fill('Grace Mbeki');
  await page.getByTestId('guest-enter').click();
  await page.getByTestId('preview').waitFor();
  await picturesShow(page, 1);
  await take(page, 'guest');
  await page.context().close();
}

/** All pictures of README and docs, by name. */
export const PICTURES = [
  { name: 'home', shoot: home },
  { name: 'guest', shoot: guestsDoor },
  { name: 'console', shoot: managersConsole },
  { name: 'kiosk', shoot: kiosk },
  { name: 'direct-call', shoot: directCall },
  { name: 'group-call', shoot: groupCall },
] as const;
