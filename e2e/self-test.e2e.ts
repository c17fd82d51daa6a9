import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { findingsOfAxe } from './support/axe.ts';
import { setUpSystem } from './support/set-up.ts';
import { startTurnServer, type TurnServer } from './support/turn-server.ts';

const verdictOf = (page: Page, id: string) => page.getByTestId(`check-${id}`).getAttribute('data-verdict');
const problemOf = (page: Page, id: string) => page.getByTestId(`check-${id}`).getAttribute('data-problem');

const check = async (page: Page): Promise<void> => {
  await page.goto('/selftest');
  await page.getByTestId('start-check').click();
  await page.getByTestId('report').waitFor();
};

type Expected = readonly [verdict: 'weak' | 'bad', problem: string, what: string, advice: string];

interface Fault {
  readonly prepare: (page: Page) => Promise<unknown>;
  readonly expected: Readonly<Record<string, Expected>>;
  /** The tone is played, and someone says whether it was heard. */
  readonly toneHeard?: false;
}

/** What a browser says that opens no device, by name (W3C Media Capture, 10.2). */
const refuse = (page: Page, errors: { readonly video: string; readonly audio: string }) =>
  page.addInitScript(({ video, audio }) => {
    navigator.mediaDevices.getUserMedia = (wanted) =>
      Promise.reject(new DOMException('', wanted?.video ? video : audio));
  }, errors);

/** A camera that is covered from within, and a microphone that hears nothing. */
const openNothing = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async (wanted) =>
      wanted?.video
        ? document.createElement('canvas').captureStream(0)
        : new AudioContext().createMediaStreamDestination().stream;
  });

/** What the server answers, changed on its way. */
const changeEnds = (page: Page, change: (ends: Ends) => void) =>
  page.route('**/api/v1/selftest', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as Ends;
    change(json);
    await route.fulfill({ response, json });
  });

interface Transport {
  readonly iceCandidates: { port: number }[];
}

interface Ends {
  media: { readonly udp: Transport; readonly tcp: Transport } | null;
  readonly ice: { iceServers: { urls: string[]; username?: string; credential?: string }[] };
}

/** As a firewall has it: candidates of that kind lead nowhere (the discard port). */
const block = ({ iceCandidates }: Transport) => {
  for (const candidate of iceCandidates) candidate.port = 9;
};

const answer = (page: Page, status: number, code: string) =>
  page.route('**/api/v1/selftest', (route) => route.fulfill({ status, json: { code } }));

const forAll = (...expected: Expected): Readonly<Record<string, Expected>> => ({
  udp: expected,
  tcp: expected,
  turn: expected,
});

/** Behind a proxy that does not pass on the name by which the page was opened. */
const openUnderOtherName = async (page: Page): Promise<void> => {
  await page.routeWebSocket('**/api/v1/signal', (socket) => socket.close());
  await page.route('**/api/v1/version', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), publicUrl: 'https://calls.example.com' };
    await route.fulfill({ response, json });
  });
};

const faults: readonly Fault[] = [
  {
    prepare: async (page) => {
      await refuse(page, { video: 'NotAllowedError', audio: 'NotReadableError' });
      await page.routeWebSocket('**/api/v1/signal', (socket) => socket.close());
      await page.route('**/api/v1/selftest', (route) => route.abort());
    },
    expected: {
      camera: [
        'bad',
        'capture',
        'Your browser doesn’t let this page use it.',
        'Select the lock or camera icon',
      ],
      microphone: ['bad', 'capture', 'Another application is using it.', 'Close other calls'],
      socket: ['bad', 'socket-blocked', 'the permanent connection (WebSocket) fails', 'A proxy'],
      ...forAll('bad', 'server-unreachable', 'The server doesn’t answer.', 'Check your connection'),
    },
  },
  {
    prepare: async (page) => {
      await refuse(page, { video: 'NotFoundError', audio: 'InvalidStateError' });
      await changeEnds(page, (ends) => {
        if (ends.media) block(ends.media.udp);
        ends.ice.iceServers = [];
      });
    },
    expected: {
      camera: ['bad', 'capture', 'Not found.', 'Plug one in'],
      microphone: ['bad', 'capture', 'It couldn’t be started.', 'Unplug it'],
      udp: ['bad', 'udp-blocked', 'Video and audio don’t get through over UDP.', 'allow outgoing UDP'],
      turn: ['weak', 'turn-missing', 'This server has no relay.', 'Most calls work without a relay'],
    },
  },
  {
    prepare: async (page) => {
      await openNothing(page);
      await changeEnds(page, (ends) => {
        ends.media = null;
        for (const server of ends.ice.iceServers) server.urls = ['turn:127.0.0.1:9?transport=udp'];
      });
    },
    expected: {
      camera: ['bad', 'no-picture', 'sends no video', 'Look for a cover'],
      microphone: ['weak', 'silent', 'Nothing was heard.', 'Say something'],
      udp: ['bad', 'no-media-node', 'No media server is running', 'Tell your administrator'],
      tcp: ['bad', 'no-media-node', 'No media server is running', 'Tell your administrator'],
      turn: ['bad', 'turn-blocked', 'The relay can’t be reached', 'Tell the administrator'],
    },
  },
  {
    prepare: async (page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
      await changeEnds(page, (ends) => {
        if (ends.media) block(ends.media.tcp);
        for (const server of ends.ice.iceServers) server.urls.push('turn:127.0.0.1:9?transport=udp');
      });
    },
    expected: {
      camera: ['bad', 'capture', 'This page isn’t allowed to use it.', 'over HTTPS'],
      tcp: [
        'weak',
        'tcp-blocked',
        'Video and audio don’t get through over TCP.',
        'You don’t need TCP while UDP works',
      ],
      turn: ['weak', 'turn-partly', 'Some connections to the relay don’t work.', 'Calls still get through'],
    },
  },
  {
    // As a relay with another secret, or with a clock that is ahead, sees the credentials.
    prepare: (page) =>
      changeEnds(page, (ends) => {
        for (const server of ends.ice.iceServers) server.credential = 'of another secret';
      }),
    expected: {
      turn: ['bad', 'turn-refused', 'The relay refuses the credentials', 'the same secret'],
    },
  },
  {
    prepare: openUnderOtherName,
    expected: {
      socket: [
        'bad',
        'wrong-address',
        'Calls don’t work at the address of this page.',
        'Open the address above',
      ],
    },
  },
  {
    prepare: (page) => answer(page, 403, 'forbidden'),
    expected: {
      ...forAll('bad', 'self-test-closed', 'doesn’t offer this check', 'Contact the administrator'),
      speaker: ['bad', 'not-heard', 'You didn’t hear the test sound.', 'Turn the volume up'],
    },
    toneHeard: false,
  },
  {
    prepare: (page) => answer(page, 429, 'too-many-requests'),
    expected: forAll('bad', 'too-many', 'too many checks', 'Wait 15 minutes'),
  },
];

describe('the self-test', () => {
  let turn: TurnServer | undefined;
  const people = setUpSystem(async () => {
    turn = await startTurnServer();
    return { name: 'self-test', environment: { TURN_URLS: turn.url, TURN_SECRET: turn.secret } };
  });
  afterAll(() => turn?.stop());

  test('finds that everything works, for someone who is not signed in, and says so as text', async () => {
    const page = await people.stranger();
    await check(page);
    for (const id of ['camera', 'microphone', 'socket', 'udp', 'tcp', 'turn']) {
      expect([id, await verdictOf(page, id)]).toEqual([id, 'good']);
    }
    await page.getByTestId('play-tone').click();
    await page.getByTestId('heard').click();
    expect(await verdictOf(page, 'speaker')).toBe('good');
    const report = await page.getByTestId('report').textContent();
    expect(report).toContain('Media over UDP: Good');
    expect(report).toMatch(/Relay \(TURN\): Good · UDP \d+ ms/);
  });

  test('finds what does not work, and says what to do about it', async () => {
    // Each is waiting most of the time: for a picture, a voice, or a path that never comes up.
    const found = await Promise.all(
      faults.map(async ({ prepare, expected, toneHeard }) => {
        const page = await people.stranger();
        await prepare(page);
        await check(page);
        if (toneHeard === false) {
          await page.getByTestId('play-tone').click();
          await page.getByTestId('not-heard').click();
        }
        const rows = Object.keys(expected).map(async (id) => {
          const row = page.getByTestId(`check-${id}`);
          const said = await row.locator('p').last().textContent();
          return [id, await verdictOf(page, id), await problemOf(page, id), said] as const;
        });
        return await Promise.all(rows);
      }),
    );
    for (const [index, { expected }] of faults.entries()) {
      for (const [id, verdict, problem, said] of found[index] ?? []) {
        const [wantedVerdict, wantedProblem, what, advice] = expected[id] ?? [];
        expect([id, verdict, problem]).toEqual([id, wantedVerdict, wantedProblem]);
        expect(said).toContain(what);
        expect(said).toContain(advice);
      }
    }
  });

  test('is not needed to read which address works, where the page was opened under another one', async () => {
    const page = await people.signedIn('alice');
    await openUnderOtherName(page);
    await page.goto('/user');
    await page
      .getByTestId('wrong-address')
      .getByRole('link', { name: 'https://calls.example.com' })
      .waitFor();
  });

  test('is accessible, before it begins and when it has found something', async () => {
    const page = await people.stranger();
    expect(
      await findingsOfAxe(page, [{ path: '/selftest', ready: (shown) => shown.getByTestId('start-check') }]),
    ).toEqual([]);
  });
});
