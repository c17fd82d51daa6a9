import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { addInterruptedRecording } from './support/call-history.ts';
import { joinGroup, talk } from './support/calls.ts';
import { type Overheard, overhear } from './support/overheard.ts';
import { CONSOLE_SCREENS } from './support/screens.ts';
import { setUpPeople } from './support/set-up.ts';
import type { System } from './support/system.ts';
import { until } from './support/until.ts';

interface Listed {
  readonly 'hydra:member': readonly { readonly id: string }[];
}
interface Made {
  readonly id: string;
}

const SECRET_NAME = 'Aozora';

/** One of everything that a customer can have, each with a name of its own; and the texts that no one else may read. */
const fill = async (system: System) => {
  const { write, read } = system;
  const post = async (who: string, path: string, body: object) =>
    (await write(who, 'POST', path, body)) as Made;
  const idsOf = async (path: string, who = 'manager') => {
    const { 'hydra:member': rows } = (await read(who, path)) as Listed;
    return rows.map(({ id }) => id);
  };
  const customer = ((await read('manager', '/customers/current')) as Made).id;
  await write('manager', 'PATCH', `/customers/${customer}`, { name: `${SECRET_NAME} Inc.` });
  const [group = ''] = await idsOf('/groups', 'alice');
  const [device = ''] = await idsOf('/devices');
  const alice = ((await read('alice', '/users/current')) as Made).id;
  await write('alice', 'PATCH', `/groups/${group}`, { name: `${SECRET_NAME} council` });
  await write('manager', 'PATCH', `/devices/${device}`, { name: `${SECRET_NAME} entrance` });
  await write('manager', 'PATCH', `/users/${alice}`, { nickname: `${SECRET_NAME} chief` });
  await post('alice', '/guest_links', { group: `/api/v1/groups/${group}` });
  const texts = { en: `${SECRET_NAME} news`, ja: `${SECRET_NAME} の話` };
  const notification = await post('manager', '/notifications', { title: texts });
  const webhook = await post('manager', '/webhooks', {
    name: `${SECRET_NAME} billing`,
    url: `${system.url}/nowhere`,
    events: ['call.ended'],
  });
  await addInterruptedRecording(system, `${SECRET_NAME} session`);
  const task = await post('manager', '/tasks', {
    resource: 'users',
    action: 'merge',
    ids: [alice],
    body: { lang: 'en' },
  });
  const { url: exported } = (await write('manager', 'POST', '/exports', {
    resource: 'users',
    columns: [{ field: 'email' }],
  })) as { readonly url: string };
  const [pairs, recordings, users, features, logs] = await Promise.all(
    ['/pairs', '/recordings', '/users', '/features', '/logs'].map((path) =>
      idsOf(`${path}?customer=${customer}`),
    ),
  );
  const { printed, serial } = system.device;
  const domain = system.account('alice').mail.split('@')[1] ?? '';
  const ids = {
    customer,
    group,
    device,
    alice,
    notification: notification.id,
    webhook: webhook.id,
    task: task.id,
  };
  const others = [pairs, recordings, users, features, logs].flatMap((found = []) => found);
  return {
    ...ids,
    exported,
    pair: pairs?.[0] ?? '',
    recording: recordings?.[0] ?? '',
    printed,
    domain,
    texts: [...Object.values(ids), ...others, SECRET_NAME, domain, printed, serial],
  };
};

describe('what belongs to one customer', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize({ width: 1280, height: 900 }) });
  const foreign = setUpPeople({ prepare: (page) => page.setViewportSize({ width: 1280, height: 900 }) });
  let first: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    first = await fill(people.system);
  });

  /** To another address without reloading the application. */
  const go = async (page: Page, path: string): Promise<void> => {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  };
  const HOME = '/manager';
  const visit = async (page: Page, told: Overheard, path: string): Promise<void> => {
    // A screen stays until the next one can be drawn. The link to the home page tells which of them is shown.
    const home = page
      .getByRole('navigation', { name: 'Console', includeHidden: true })
      .locator(`a[href="${HOME}"], a[href^="${HOME}?"]`);
    await go(page, HOME);
    await home.and(page.locator('[aria-current=page]')).waitFor({ state: 'attached' });
    await go(page, path);
    if (new URL(path, page.url()).pathname !== HOME)
      await home.and(page.locator(':not([aria-current])')).waitFor({ state: 'attached' });
    // Also behind a dialog.
    await page.locator('h1').first().waitFor();
    // The code of a screen comes first, and what it asks for when it is drawn.
    for (const _ of ['code', 'answers']) {
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      await told.settled();
    }
  };
  const walk = async (): Promise<{ readonly page: Page; readonly told: Overheard }> => {
    const page = await foreign.signedIn('manager');
    const told = overhear(page);
    await page.goto('/manager');
    await page.getByRole('navigation', { name: 'Console' }).waitFor();
    return { page, told };
  };
  const shown = async (page: Page): Promise<readonly string[]> => {
    const text = (await page.locator('body').textContent()) ?? '';
    return first.texts.filter((each) => text.includes(each));
  };
  const heardNothing = async (told: Overheard): Promise<void> => {
    expect(told.counts.answers).toBeGreaterThan(0);
    expect(await told.occurrences(first.texts)).toEqual([]);
  };

  test('is on no screen of another customer’s manager, with any parameters in the address', async () => {
    const { page, told } = await walk();
    const lists = CONSOLE_SCREENS.filter((path) => !path.includes('?'));
    for (const path of lists) {
      await visit(page, told, `${path}?customer=${first.customer}`);
      expect(await shown(page), path).toEqual([]);
    }
    for (const query of [
      `statics?kind=bypeerid&customer=${first.customer}`,
      `statics?kind=bydevice&customer=${first.customer}`,
      `pairs?owner=${first.alice}`,
      `groups?owner=${first.alice}`,
      `recordings?owner=${first.alice}`,
      `connections?owner=${first.alice}`,
      `connections?peerId=${first.group}`,
      `logs?actorId=${first.alice}`,
      `logs?resourceId=${first.device}`,
      `users?edit=${first.alice}`,
      `devices?edit=${first.device}`,
      `groups?edit=${first.group}`,
      `groups?invite=${first.group}`,
      `pairs?pair=${first.pair}`,
      `notifications?edit=${first.notification}`,
      `webhooks?edit=${first.webhook}`,
    ]) {
      await visit(page, told, `/manager/${query}`);
      // A filter shows the id that it was given, as it stands in the address.
      const named = (await shown(page)).filter((each) => !query.includes(each));
      expect(named, query).toEqual([]);
    }
    await heardNothing(told);
  });

  test('is not found at its own address', async () => {
    const { page, told } = await walk();
    for (const path of [
      `users/${first.alice}`,
      `users/${first.alice}/pairs`,
      `users/${first.alice}/groups`,
      `users/${first.alice}/calls`,
      `users/${first.alice}/log`,
      `devices/${first.device}`,
      `devices/${first.device}/calls`,
      `groups/${first.group}`,
      `customer/${first.customer}`,
      `customer/${first.customer}/features`,
      `customer/${first.customer}/managers`,
      `webhooks/${first.webhook}`,
      `tasks/${first.task}`,
      'admins',
      'services',
      'nodes',
      'mails',
    ]) {
      await visit(page, told, `/manager/${path}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await shown(page), path).toEqual([]);
    }
    await heardNothing(told);
  });

  test('is found neither by search nor by the palette', async () => {
    const { page, told } = await walk();
    for (const screen of [
      'users',
      'devices',
      'pairs',
      'groups',
      'recordings',
      'connections',
      'notifications',
      'webhooks',
      'logs',
    ]) {
      await visit(page, told, `/manager/${screen}`);
      // The screen before stands there until this one is drawn, with the same search in its field.
      await page
        .getByRole('navigation', { name: 'Console' })
        .locator(`a[aria-current=page][href^="/manager/${screen}"]`)
        .waitFor();
      const field = page.getByRole('searchbox').first();
      if ((await field.count()) === 0) continue;
      await field.fill(SECRET_NAME);
      await page.getByText('Nothing matches').waitFor();
    }
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    for (const text of [SECRET_NAME, first.domain, first.printed, first.alice]) {
      await palette.getByRole('combobox').fill(text);
      await palette.getByText('Nothing found').waitFor();
    }
    await heardNothing(told);
  });

  test('leaves in no file of another customer’s manager', async () => {
    const { page, told } = await walk();
    await visit(page, told, `/manager/users?customer=${first.customer}`);
    await page.waitForURL((url) => !url.searchParams.has('customer'));
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/exports'));
    const downloads = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await readFile(await (await downloads).path(), 'utf8');
    expect(file).toContain(foreign.system.account('alice').mail);
    expect(first.texts.filter((each) => file.includes(each))).toEqual([]);

    // The first customer's file is there for its own link alone.
    const { url: own } = (await (await asked).json()) as { readonly url: string };
    const { pathname } = new URL(first.exported, foreign.system.url);
    const ownAccess = new URL(own, foreign.system.url).search;
    expect((await page.request.get(first.exported)).status()).toBe(200);
    expect((await page.request.get(`${pathname}${ownAccess}`)).status()).toBe(404);
    expect((await page.request.get(pathname)).status()).toBe(404);

    const { url } = (await foreign.system.write('manager', 'POST', '/exports', {
      resource: 'users',
      query: `customer=${first.customer}`,
      columns: [{ field: 'email' }, { field: 'id' }],
    })) as { readonly url: string };
    const lines = (await (await page.request.get(url)).text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1);
    await heardNothing(told);
  });

  test('is not on the live socket while its calls begin and end', async () => {
    const { page, told } = await walk();
    await visit(page, told, '/manager/live');
    await page.getByText('Live', { exact: true }).waitFor();
    const before = told.counts.frames;
    const [own, alice, bob] = await Promise.all([
      people.person('manager'),
      people.person('alice'),
      people.person('bob'),
    ]);
    await own.goto('/manager/live');
    await own.getByText('No calls in progress').waitFor();
    await talk(alice, bob, 'Bob');
    const link = own.getByRole('link', { name: `${SECRET_NAME} chief and Bob` });
    const callId = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
    expect(callId).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByText('No calls in progress').waitFor();
    // As of a call that never was.
    for (const id of [callId, crypto.randomUUID()]) {
      await visit(page, told, `/manager/live/${id}`);
      await page.getByRole('heading', { name: 'Call not in progress' }).waitFor();
    }
    await visit(page, told, '/manager/live');
    await page.getByText('Live', { exact: true }).waitFor();
    await own.getByRole('button', { name: /^End call/ }).click();
    await own.getByRole('alertdialog').getByRole('button', { name: 'End call' }).click();
    await alice.getByText('A manager ended the call').first().waitFor();
    await page.getByText('No calls in progress').waitFor();

    // What the manager of the other customer has of calls: those of the own customer, on the same socket.
    const [dave] = await Promise.all([foreign.person('alice')]);
    await joinGroup(dave);
    await page.getByRole('link', { name: 'Demo group' }).waitFor();
    await until('the socket has told of it', () => told.counts.frames > before);
    await visit(page, told, '/manager/connections');
    await visit(page, told, `/manager/connections?callId=${callId}`);
    await visit(page, told, '/manager/statics');
    expect(await told.occurrences([...first.texts, callId])).toEqual([]);
  });

  test('is shown to none of its users who manage nothing', async () => {
    const page = await people.signedIn('bob');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const path of ['/manager', '/manager/users', `/manager/users/${first.alice}`, '/manager/live']) {
      await page.goto(path);
      await page.waitForURL('**/manager/signin?**');
      await page.getByRole('heading', { name: 'Manager sign-in' }).waitFor();
      expect(await page.getByRole('navigation', { name: 'Console' }).count()).toBe(0);
    }
    expect(asked.filter((url) => /\/api\/v1\/(attention|today|users\?|logs|tasks)/.test(url))).toEqual([]);
  });

  test('is gone from the browser of a manager who manages nothing any more', async () => {
    const { write, read } = people.system;
    const { id } = (await read('bob', '/users/current')) as Made;
    const managers = `/customers/${first.customer}/manager`;
    await write('manager', 'PATCH', `/users/${id}`, { isManager: true });
    await write('manager', 'POST', managers, { user: `/api/v1/users/${id}` });
    const page = await people.signedIn('bob');
    await page.goto('/manager/users');
    await page.getByRole('link', { name: `${SECRET_NAME} chief` }).waitFor();
    // It is shown for a few seconds, in which the answer to the request may not have come yet.
    const told = page.getByText('You’re no longer a manager.').waitFor();
    await Promise.all([told, write('manager', 'DELETE', `${managers}/${id}`)]);
    await page.waitForURL('**/user');
    await page.goto('/manager/users');
    await page.getByRole('heading', { name: 'Manager sign-in' }).waitFor();
    expect(await shown(page)).toEqual([]);
  });

  test('is read and not changed where it concerns another customer’s manager: a pair with that manager', async () => {
    const { mail } = foreign.system.account('manager');
    const pair = (await people.system.write('bob', 'POST', '/pairs', { mail, name: SECRET_NAME })) as Made;
    const { page, told } = await walk();
    await visit(page, told, `/manager/pairs?pair=${pair.id}`);
    const dialog = page.getByRole('dialog', { name: 'Pair' });
    await dialog.getByText(people.system.account('bob').mail).waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    const named = [SECRET_NAME, first.customer];
    expect((await shown(page)).filter((text) => named.includes(text))).toEqual([]);
    expect(await told.occurrences(named)).toEqual([]);
  });
});
