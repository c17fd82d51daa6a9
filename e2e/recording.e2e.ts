import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { probe } from '#sfu/film/testing/seen-film.ts';
import { bucketVariables, startTestBucket } from '#sfu/recording/bucket/testing/test-bucket.ts';
import { findingsOfAxe, inspectSteps, violationsIn } from './support/axe.ts';
import { callPair, joinGroup, openGroup } from './support/calls.ts';
import { filmNow, filmPlays, largestSpread, picturesSeen } from './support/film-player.ts';
import { framesFlow } from './support/frames.ts';
import { type People, setUpPeople, setUpSystem } from './support/set-up.ts';
import type { OwnSystem } from './support/start-system.ts';
import { until } from './support/until.ts';

interface Recordings {
  readonly 'hydra:member': readonly {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    readonly duration: number;
    readonly files: readonly {
      readonly id: string;
      readonly name: string;
      readonly bytes: number;
      readonly sha256: string;
      readonly duration: number;
      readonly mediaType: string;
    }[];
  }[];
}

const recordedBadge = (page: Page) => page.getByRole('img', { name: 'This call is being recorded' });

/** Opens the call's menu and chooses to record, or to end it. */
const choose = async (page: Page): Promise<void> => {
  await page.getByTestId('more').click();
  await page.getByTestId('more-record-on-server').getByRole('menuitem').click();
};

/** An operator's server that hears of recordings. */
const listen = async () => {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    reply.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/`, received, close: () => void server.close() };
};

type RecordedPeople = People<OwnSystem>;

const readyRecording = (people: RecordedPeople): Promise<Recordings['hydra:member'][number]> =>
  until('the recording is ready', async () => {
    const [first] = ((await people.system.read('alice', '/recordings')) as Recordings)['hydra:member'];
    return first?.state === 'ready' && first;
  });

/** A call is recorded over the death of its media node. `loseMore` is called right after it, once that many seconds were recorded. */
async function outlivesItsNode(
  people: RecordedPeople,
  seconds = 0,
  loseMore: () => Promise<void> = async () => {},
): Promise<void> {
  const alice = await people.person('alice');
  await joinGroup(alice);
  const bob = await people.person('bob');
  await joinGroup(bob);
  await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
  await choose(alice);
  await recordedBadge(bob).waitFor();
  const recordedMs = Date.now();
  await framesFlow(alice, 1);
  await framesFlow(alice, 1);
  await until('enough is recorded', () => Date.now() - recordedMs > seconds * 1_000);
  const [node] = await people.system.mediaNodes();
  if (node === undefined) throw new Error('No media node runs');
  process.kill(node, 'SIGKILL');
  await loseMore();
  await until('another node has the call', async () => {
    const [next] = await people.system.mediaNodes();
    return next !== undefined && next !== node;
  });
  // The call continues, and so does its recording, which no one has to begin again.
  await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
  await Promise.all([alice, bob].map((page) => recordedBadge(page).waitFor()));
  await framesFlow(alice, 1);
  await framesFlow(alice, 1);
  expect(await alice.getByTestId('recording-failed').count()).toBe(0);
  await choose(alice);
  await recordedBadge(bob).waitFor({ state: 'detached' });
  await alice.getByTestId('leave').click();
  const { id, files, name, duration } = await readyRecording(people);
  for (const who of ['Alice', 'Bob']) {
    const cameras = files.filter(({ name, mediaType }) => name === who && mediaType.startsWith('video/'));
    expect(cameras.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...cameras.map(({ duration }) => duration))).toBeGreaterThan(0);
  }
  await alice.goto(`/user/recordings/${id}`);
  const both = (when: string, after: number) =>
    until(`both are seen ${when}`, async () => {
      const offsets = await picturesSeen(alice);
      return offsets.length === 2 && offsets.every((offset) => offset > after) && offsets;
    });
  // From when on each is seen depends on when their first whole picture came.
  await alice.getByTestId('film-start').click();
  const first = await both('before the node dies', -1);
  await alice.keyboard.press('End');
  await both('at the end', Math.max(...first));

  // All of it in one file, to be kept.
  const row = alice.getByRole('list', { name: 'The whole call in one file' }).getByRole('listitem').first();
  await row.getByRole('button', { name: /^Create/ }).click();
  const [download] = await Promise.all([
    alice.waitForEvent('download'),
    row.getByRole('link', { name: /^Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.mp4$/);
  const film = await probe(await download.path());
  expect(film).toMatchObject({ video: { codec_name: 'h264' }, audio: { codec_name: 'aac' }, title: name });
  expect(Math.abs(film.durationS - duration)).toBeLessThan(0.1);
  expect(await violationsIn(alice)).toEqual([]);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await alice.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: /^Create/ }).waitFor();
}

describe('recording on the server', () => {
  const people = setUpSystem(() => ({
    name: 'recording',
    environment: { RECORDING_MIN_FREE_MB: '0', FILM_PRIORITY: 'normal', WEBHOOK_PRIVATE_ADDRESSES: 'true' },
  }));
  const open: { close(): void }[] = [];
  afterAll(() => {
    for (const each of open) each.close();
  });

  const ready = () => readyRecording(people);

  /** Someone without an account watches and keeps it, as long as there is the link. */
  const sharesByLink = async (owner: Page, recording: Recordings['hydra:member'][number]) => {
    const links = owner.getByRole('region', { name: 'Share links' });
    await links.getByRole('button', { name: 'Create a link' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Share the recording' });
    await dialog.getByRole('textbox', { name: 'Password (optional)' }).fill('open sesame');
    expect(await violationsIn(owner, { usableOnly: true })).toEqual([]);
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    const row = links.getByRole('list', { name: 'Share links' }).getByRole('listitem');
    await row.getByText('With a password').waitFor();
    const answer = await people.system.read('alice', `/recordings/${recording.id}/links`);
    const { links: made } = answer as { readonly links: readonly { readonly url: string }[] };
    const [{ url }, ...others] = [made[0] ?? { url: '' }, ...made.slice(1)];
    expect(others).toEqual([]);

    const viewer = await people.stranger();
    await viewer.goto(url);
    const password = viewer.getByRole('textbox', { name: 'Password' });
    await password.fill('open barley');
    await viewer.getByRole('button', { name: 'Open' }).click();
    await viewer.getByText('The password is wrong.').waitFor();
    expect(await violationsIn(viewer)).toEqual([]);
    await password.fill('open sesame');
    await viewer.getByRole('button', { name: 'Open' }).click();
    await viewer.getByTestId('film-start').click();
    await filmPlays(viewer, 2);
    await viewer.getByTestId('film-message').getByText('Minutes:').waitFor();
    const [archive] = await Promise.all([
      viewer.waitForEvent('download'),
      viewer.getByRole('link', { name: 'Download all (ZIP)' }).click(),
    ]);
    expect(archive.suggestedFilename()).toMatch(/\.zip$/);
    const { size } = await stat(await archive.path());
    expect(size).toBeGreaterThan(recording.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(await violationsIn(viewer)).toEqual([]);

    await row.getByRole('button', { name: /^Delete link/ }).click();
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await links.getByText('No links.').waitFor();
    await viewer.reload();
    await viewer.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
    await viewer.close();
  };

  test('is seen by everyone, and played, sought in, kept and deleted by the owner', async () => {
    const operator = await listen();
    open.push(operator);
    const { secret } = (await people.system.write('manager', 'POST', '/webhooks', {
      ...{ name: 'Ours', url: operator.url, events: ['recording.ready'] },
    })) as { secret: string };
    const alice = await people.person('alice');
    await joinGroup(alice);
    await choose(alice);
    await recordedBadge(alice).waitFor();
    // Anyone who comes later sees it too, and is not offered it without owning the group.
    const bob = await people.person('bob');
    await openGroup(bob);
    await bob
      .getByTestId('preview')
      .getByText('This call and its chat are being recorded on the server.')
      .waitFor();
    await Promise.all([bob.getByTestId('recorded-by-server').waitFor(), bob.getByTestId('join').click()]);
    await recordedBadge(bob).waitFor();
    await framesFlow(alice, 1);
    await bob.getByTestId('more').click();
    await bob.getByTestId('more-shortcuts').waitFor();
    expect(await bob.getByTestId('more-record-on-server').count()).toBe(0);
    await bob.keyboard.press('Escape');
    await bob.getByTestId('chat-toggle').click();
    const chat = bob.getByTestId('chat-panel');
    await chat.getByText('What you write now is kept with the recording.').waitFor();
    await chat.getByRole('textbox').fill('Minutes: https://example.com/minutes');
    await bob.keyboard.press('Enter');
    await bob.getByTestId('chat-message').waitFor();
    await framesFlow(alice, 1);

    await choose(alice);
    await Promise.all([alice, bob].map((page) => recordedBadge(page).waitFor({ state: 'detached' })));
    await bob.close();
    await alice.getByTestId('leave').click();
    const recording = await ready();
    const told = await until('the operator hears of it', () => operator.received[0]);
    expect(new Webhook(secret).verify(told.body, told.headers as Record<string, string>)).toMatchObject({
      type: 'recording.ready',
      data: {
        recordingId: recording.id,
        bytes: recording.files.reduce((sum, { bytes }) => sum + bytes, 0),
      },
    });
    // A microphone that comes long before its camera has a file of its own, and so has each size of a picture.
    const filmed = recording.files.filter(({ mediaType }) => mediaType.startsWith('video/'));
    expect([...new Set(filmed.map(({ name }) => name))]).toEqual(['Alice', 'Bob']);
    const [file] = filmed
      .filter(({ name }) => name === 'Alice')
      .sort((one, other) => other.duration - one.duration);
    if (!file) throw new Error('There is no file of Alice');

    const page = { path: '/user/recordings', ready: () => alice.getByTestId('recording-state') };
    expect(await findingsOfAxe(alice, [page])).toEqual([]);
    await alice.getByRole('link', { name: /^Play / }).click();
    await alice.waitForURL(`**/user/recordings/${recording.id}`);
    await alice.getByTestId('film-start').click();
    await filmPlays(alice, 2);
    expect(await alice.getByTestId('film-tile').count()).toBe(2);
    expect(await largestSpread(alice, 2)).toBeLessThan(0.2);
    await alice.keyboard.press('k');
    await until('the film is paused', async () => (await filmNow(alice)).places.length === 0);
    const [inspection, size] = [inspectSteps(), alice.viewportSize()];
    await inspection.look(alice, 'the film');
    expect(inspection.wrong).toEqual([]);
    if (size) await alice.setViewportSize(size);

    const written = alice.getByTestId('film-message');
    await written.getByText('Bob', { exact: true }).waitFor();
    expect(await written.getByRole('link').getAttribute('href')).toBe('https://example.com/minutes');
    await alice.keyboard.press('End');
    await until(
      'what was written last is marked',
      async () => (await written.getAttribute('aria-current')) === 'true',
    );
    const [time = ''] = /[\d:]+/.exec((await written.getByRole('button').textContent()) ?? '') ?? [];
    await written.getByRole('button', { name: `Play from ${time}` }).click();
    await until('it is where that was written', async () => {
      const at = (await filmNow(alice)).moment;
      return at > 0 && at < recording.duration - 0.2;
    });

    // To the end and back: seeking needs the index and ranges. At the end the last picture is seen.
    await alice.keyboard.press('End');
    await until('it is at the end', async () => (await filmNow(alice)).moment > recording.duration - 0.2);
    await until('the pictures are at the end', () =>
      alice
        .getByTestId('film-video')
        .evaluateAll((videos) =>
          videos.some(
            (video) => video instanceof HTMLVideoElement && video.duration - video.currentTime < 0.5,
          ),
        ),
    );
    await alice.keyboard.press('Home');
    await until('it is at the start', async () => (await filmNow(alice)).moment === 0);
    await alice.keyboard.press('ArrowRight');
    await until('it has moved by five seconds', async () => (await filmNow(alice)).moment === 5);
    await alice.getByTestId('film-position').press('ArrowLeft');
    await until('the slider has moved it back', async () => (await filmNow(alice)).moment === 0);
    for (const _ of [1.25, 1.5, 2]) await alice.keyboard.press('>');
    await alice.keyboard.press('Space');
    await filmPlays(alice, 2);
    const { rates } = await filmNow(alice);
    // Give or take what keeps them in step.
    for (const rate of rates) expect(rate).toBeGreaterThan(1.5);
    expect(await alice.getByTestId('film-rate').inputValue()).toBe('2');
    // As long to watch as at normal speed, twice as much of the film.
    expect(await largestSpread(alice, 2)).toBeLessThan(0.4);
    await alice.keyboard.press('k');

    const row = alice
      .getByRole('list', { name: 'Files' })
      .getByRole('listitem')
      .nth(recording.files.indexOf(file));
    const [download] = await Promise.all([
      alice.waitForEvent('download'),
      row.getByTestId('recording-download').click(),
    ]);
    const bytes = await readFile(await download.path());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    expect(download.suggestedFilename()).toMatch(/Alice.*\.(webm|mp4)$/);

    await sharesByLink(alice, recording);

    // A press on a lane leads there, and the page comes back to it.
    const isHalfWay = async () => Math.abs((await filmNow(alice)).moment / recording.duration - 0.5) < 0.05;
    await alice.getByTestId('film-lane').first().click();
    await until('it is half way', isHalfWay);
    await alice.reload();
    await until('it is where it was left', isHalfWay);
    const second = await alice.context().newPage();
    await second.goto(`/user/recordings/${recording.id}?t=0:01`);
    await second.getByTestId('film-start').waitFor();
    await alice.getByRole('button', { name: 'Delete', exact: true }).click();
    await alice.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await alice.waitForURL('**/user/recordings');
    await alice.getByText('No recordings yet').waitFor();
    // A page that still plays it says that it is gone as soon as it needs more of a file.
    // The browser's cache may have it all.
    await second.route('**/files/*', (route) => route.fulfill({ status: 404 }));
    await second
      .getByTestId('film-video')
      .first()
      .evaluate((video) => video instanceof HTMLVideoElement && video.load());
    await second.getByText('This recording doesn’t exist').waitFor();
    await second.close();
    await alice.goto(`/user/recordings/${recording.id}`);
    await alice.getByRole('heading', { name: 'Recording not found' }).waitFor();
  });

  test('moves a call between two to where it can be recorded, and is its starter’s alone', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await callPair(alice, 'Bob');
    await bob.getByTestId('accept').click();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await choose(alice);
    await Promise.all([alice, bob].map((page) => recordedBadge(page).waitFor()));
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await framesFlow(alice, 1);
    await framesFlow(alice, 1);
    await choose(alice);
    await recordedBadge(bob).waitFor({ state: 'detached' });
    await alice.getByTestId('leave').click();
    const { files, name, id } = await ready();
    expect(name).toBe('Bob');
    expect([...new Set(files.map((file) => file.name))].sort()).toEqual(['Alice', 'Bob']);
    expect(files.some(({ mediaType }) => mediaType.startsWith('video/'))).toBe(true);
    expect(await people.system.read('bob', '/recordings')).toMatchObject({ 'hydra:member': [] });
    await alice.goto('/user/recordings');
    // The player loads new addresses because the first ones have expired.
    let asked = 0;
    await alice.route('**/recordings/*/access', async (route) => {
      const reply = await route.fetch();
      const body = await reply.text();
      asked++;
      await route.fulfill({
        response: reply,
        body: asked === 1 ? body.replaceAll('access=', 'access=x') : body,
      });
    });
    await alice.getByRole('link', { name: 'Play Bob' }).click();
    await alice.getByTestId('film-start').click();
    await filmPlays(alice, 2);
    expect(asked).toBe(2);
    // One file can't be read: the others play.
    const broken = files.filter((file) => file.name === 'Bob').map((file) => file.id);
    await alice.route(
      (url) => broken.some((file) => url.pathname.endsWith(`/files/${file}`)),
      (route) => route.fulfill({ status: 404 }),
    );
    await alice.reload();
    const tile = alice.getByTestId('film-tile').filter({ hasText: 'Bob' });
    await tile.getByText('Can’t be played here').waitFor();
    await alice.keyboard.press('Home');
    await alice.getByTestId('film-start').click();
    await filmPlays(alice, 1);
    await people.system.write('alice', 'DELETE', `/recordings/${id}`);
  });

  test('goes on when the media node is killed, and the film has what was before and after', () =>
    outlivesItsNode(people));
});

/** What the loss of a media node and its disk costs of a recording. */
const MOST_LOST_S = 10;

describe('recording into a bucket', () => {
  const bucket = startTestBucket();
  const people = setUpSystem(async () => ({
    name: 'recording-bucket',
    environment: {
      RECORDING_MIN_FREE_MB: '0',
      FILM_PRIORITY: 'normal',
      ...bucketVariables((await bucket).settings),
    },
  }));
  afterAll(async () => (await bucket).close());

  test('loses nothing but seconds when the media node dies with its disk', async () => {
    const folder = join(people.system.dataFolder, 'recordings');
    await outlivesItsNode(people, MOST_LOST_S, () => rm(folder, { recursive: true, force: true }));
    // All of it is in the bucket alone.
    expect(await readdir(folder)).toEqual([]);
  });
});

/** What a crash of its tab may cost of a recording in the browser. */
const MOST_LOST_BY_CRASH_S = 2;

describe('recording in the browser', () => {
  const people = setUpPeople();

  /** Seconds on the badge of who records. */
  const recordedFor = async (page: Page): Promise<number> => {
    const [, minutes, seconds] =
      /(\d+):(\d\d)/.exec((await page.getByTestId('recording').textContent()) ?? '') ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };

  /** What the page's own file system holds. */
  const keptBytes = (page: Page): Promise<number> =>
    page.evaluate(async () => {
      const sizeOf = async (folder: FileSystemDirectoryHandle): Promise<number> => {
        let size = 0;
        for await (const entry of folder.values())
          size += entry instanceof FileSystemFileHandle ? (await entry.getFile()).size : await sizeOf(entry);
        return size;
      };
      return await sizeOf(await navigator.storage.getDirectory());
    });

  test('survives the crash of its tab: the next page offers it', async () => {
    const alice = await people.person('alice');
    await joinGroup(alice);
    await framesFlow(alice, 0);
    await alice.getByTestId('more').click();
    await alice.getByTestId('more-record').getByRole('menuitem').click();
    // A busy machine begins late. What counts is what is recorded from then on.
    await until('the first second is on the disk', async () => (await keptBytes(alice)) > 0);
    const since = performance.now();
    await until('some seconds are recorded', async () => (await recordedFor(alice)) >= 7);
    const recorded = (performance.now() - since) / 1_000;
    const crashed = new Promise((resolve) => alice.once('crash', resolve));
    const session = await alice.context().newCDPSession(alice);
    session.send('Page.crash').catch(() => {});
    await crashed;

    const next = await alice.context().newPage();
    await next.goto('/user');
    const offer = next.getByTestId('recovered-recording');
    await offer.waitFor();
    expect(await violationsIn(next)).toEqual([]);
    const [download] = await Promise.all([
      next.waitForEvent('download'),
      offer.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^\d{18}\.(webm|mp4)$/);
    const film = await probe(await download.path());
    expect(film.durationS).toBeGreaterThan(recorded - MOST_LOST_BY_CRASH_S);
    expect(film).toMatchObject({ video: { width: expect.any(Number) }, audio: { codec_name: 'opus' } });
    await offer.waitFor({ state: 'detached' });
    // Once.
    await next.reload();
    await next.getByRole('heading', { level: 1 }).waitFor();
    expect(await offer.count()).toBe(0);
    await next.close();
  });
});
