import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { chooseMore, joinGroup, toggleScreen } from './support/calls.ts';
import { breakableDevices, devicesChanged, failDevices, unplug } from './support/devices.ts';
import { framesFlow, sees, soundFlows } from './support/frames.ts';
import { speak } from './support/language.ts';
import { type Refusals, refusals } from './support/refusals.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const LANGUAGES = ['en', 'ja'] as const;
type Words = Readonly<Record<(typeof LANGUAGES)[number], string>>;

/** Specification V8. */
const microphoneUnsent: Words = {
  en: 'Your microphone isn’t being sent yet. Trying again…',
  ja: 'マイクの音声がまだ送信されていません。 再試行しています…',
};
const notReceived: Words = {
  en: 'You can’t hear or see everyone yet. Trying again…',
  ja: '音声や映像がまだ届いていない参加者がいます。 再試行しています…',
};
const microphoneRemoved: Words = {
  en: 'Your microphone was disconnected.',
  ja: 'マイクの接続が切れました。',
};
const cameraRemoved: Words = {
  en: 'Your camera was disconnected.',
  ja: 'カメラの接続が切れました。',
};
const noAudio: Words = {
  en: 'Can’t get audio. The microphone couldn’t be started.',
  ja: 'マイクを起動できないため、音声を送信できません。',
};
const noVideo: Words = {
  en: 'Can’t get video. The camera couldn’t be started.',
  ja: 'カメラを起動できないため、映像を送信できません。',
};
const noScreen: Words = { en: 'Can’t share the screen.', ja: '画面を共有できませんでした。' };
const cannotRecord: Words = { en: 'This browser can’t record.', ja: 'このブラウザーでは録画できません。' };
const notStarted: Words = {
  en: 'The recording couldn’t be started.',
  ja: '録画を開始できませんでした。',
};
const recordingFailed: Words = {
  en: 'The recording stopped because of an error. What was recorded until then is saved.',
  ja: '録画に失敗しました。それまでの録画は保存されました。',
};
const notSaved: Words = { en: 'The recording couldn’t be saved.', ja: '録画を保存できませんでした。' };

declare global {
  interface Window {
    __recorders: MediaRecorder[];
    __MediaStream: typeof MediaStream;
  }
}

/** Keeps what records, so that a test can let it fail. */
const keepRecorders = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.__recorders = [];
    window.MediaRecorder = class extends MediaRecorder {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        window.__recorders.push(this);
      }
    };
  });

describe('what fails in a call is said, in both languages,', () => {
  const refusing = new Map<Page, Refusals>();
  const people = setUpPeople({
    prepare: async (page) => {
      await breakableDevices(page);
      await keepRecorders(page);
      refusing.set(page, await refusals(page));
    },
  });

  const member = async (name: string): Promise<Page> => {
    const page = await people.person(name);
    await joinGroup(page);
    await page.getByTestId('leave').waitFor();
    return page;
  };
  const inEachLanguage = async (
    page: Page,
    work: (say: (words: Words) => Promise<void>) => Promise<void>,
  ) => {
    for (const language of LANGUAGES) {
      await speak(page, language);
      await work((words) => page.getByText(words[language]).first().waitFor());
    }
  };

  test('of microphone, camera and screen', async () => {
    const [alice, bob] = await Promise.all([member('alice'), member('bob')]);
    await sees(bob, 1);
    await inEachLanguage(alice, async (say) => {
      const mute = alice.getByTestId('toggle-microphone');
      await mute.click();
      await bob.getByTestId('muted').waitFor();
      const muted = await mute.getAttribute('aria-label');
      refusing.get(alice)?.refuse('groupCall.resumeProducer');
      await mute.click();
      await say(microphoneUnsent);
      // One sees that one is not heard, until one is.
      await expect.poll(() => mute.getAttribute('aria-label')).toBe(muted);
      refusing.get(alice)?.refuse();
      await bob.getByTestId('muted').waitFor({ state: 'detached' });
      await alice.getByTestId('trouble-microphone').waitFor({ state: 'detached' });
      await soundFlows(bob);

      await failDevices(alice, { audio: 'InvalidStateError', video: 'InvalidStateError' });
      await unplug(alice, 'audio');
      await say(microphoneRemoved);
      await say(noAudio);
      await unplug(alice, 'video');
      await say(cameraRemoved);
      await say(noVideo);
      await failDevices(alice, { screen: 'InvalidStateError' });
      await devicesChanged(alice);
      await alice.getByTestId('camera-problem').waitFor({ state: 'detached' });
      await alice.getByTestId('microphone-problem').waitFor({ state: 'detached' });
      await toggleScreen(alice);
      await say(noScreen);
      await failDevices(alice, {});
    });
    await framesFlow(bob, 1);
  });

  test('of what is sent and received, until it is', async () => {
    const [alice, bob] = await Promise.all([member('alice'), member('bob')]);
    await sees(bob, 1);
    refusing.get(alice)?.refuse('groupCall.produce', 'groupCall.resumeConsumer');
    await alice.reload();
    await alice.getByTestId('leave').waitFor();
    await inEachLanguage(alice, async (say) => {
      await say(microphoneUnsent);
      await say(notReceived);
    });
    refusing.get(alice)?.refuse();
    await Promise.all([framesFlow(bob, 1), framesFlow(alice, 1), soundFlows(alice), soundFlows(bob)]);
    await alice.getByTestId('trouble-microphone').waitFor({ state: 'detached' });
    await alice.getByTestId('trouble-receiving').waitFor({ state: 'detached' });
  });

  test('and a level meter that the browser refuses takes nothing down', async () => {
    const [alice, bob] = await Promise.all([member('alice'), member('bob')]);
    // Until then there is nothing to mute.
    await Promise.all([framesFlow(bob, 1), soundFlows(bob)]);
    await alice.evaluate(() => {
      // Firefox, where microphone and page have different sample rates.
      AudioContext.prototype.createMediaStreamSource = () => {
        throw new DOMException('', 'NotSupportedError');
      };
    });
    const mute = alice.getByTestId('toggle-microphone');
    // Each press ends one meter and makes another one.
    await mute.click();
    await bob.getByTestId('muted').waitFor();
    await mute.click();
    await bob.getByTestId('muted').waitFor({ state: 'detached' });
    await Promise.all([framesFlow(bob, 1), soundFlows(bob)]);
    expect(
      await alice.locator('[data-testid=call-screen-failed], [data-testid=call-part-failed]').count(),
    ).toBe(0);
  });

  test('and pictures that throw leave the sound, the controls and the call', async () => {
    const [alice, bob] = await Promise.all([member('alice'), member('bob')]);
    // Bob's sound has to be put up before nothing can be put up any more.
    await Promise.all([sees(bob, 1), sees(alice, 1), soundFlows(alice)]);
    await alice.evaluate(() => {
      window.__MediaStream = window.MediaStream;
      // What every picture that is put up needs.
      Object.assign(window, {
        MediaStream: class {
          constructor() {
            throw new Error('As the test has it');
          }
        },
      });
    });
    const camera = alice.getByTestId('toggle-camera');
    await camera.click();
    await camera.click();
    await alice.getByTestId('call-part-failed').waitFor();
    await Promise.all([framesFlow(bob, 1), soundFlows(alice)]);
    expect(await alice.getByTestId('leave').isVisible()).toBe(true);
    expect(await alice.getByTestId('call-screen-failed').count()).toBe(0);
    await alice.evaluate(() => {
      window.MediaStream = window.__MediaStream;
    });
    // It is shown again by itself, too, for some time.
    await until('the pictures are shown again', async () => {
      await alice.evaluate(() =>
        document.querySelector<HTMLElement>('[data-testid=show-call-again]')?.click(),
      );
      return (await alice.getByTestId('call-part-failed').count()) === 0;
    });
    await framesFlow(alice, 1);
  });

  test('and a page beside the call that falls, or cannot be loaded, leaves the call alone', async () => {
    const [alice, bob] = await Promise.all([member('alice'), member('bob')]);
    await Promise.all([sees(alice, 1), sees(bob, 1)]);
    const connections = () => alice.evaluate(() => window.__peerConnections.length);
    const before = await connections();
    await alice.setViewportSize({ width: 1280, height: 800 });
    await alice.goBack();
    await alice.getByTestId('call-window').waitFor();
    const failed = async (title: string, link: string) => {
      await alice.getByRole('link', { name: link, exact: true }).first().click();
      const said = alice.getByRole('alert').filter({ has: alice.getByRole('heading', { name: title }) });
      await said.getByText('Your call continues.').waitFor();
      await Promise.all([framesFlow(bob, 1), soundFlows(alice)]);
    };
    const shown = async (heading: string) => {
      await alice.getByTestId('show-page-again').click();
      await alice.getByRole('heading', { name: heading, level: 1 }).waitFor();
    };

    const list = '**/api/v1/connections*';
    await alice.route(list, (route) =>
      route.fulfill({ json: { 'hydra:member': [null], 'hydra:totalItems': 1 } }),
    );
    await failed('This page stopped working', 'History');
    await alice.unroute(list);
    await shown('History');

    const chunk = '**/assets/settings-page-*.js';
    await alice.route(chunk, (route) => route.abort());
    await failed('Couldn’t load this page', 'Settings');
    await alice.unroute(chunk);
    await shown('Settings');
    expect(await connections()).toBe(before);
  });

  test('of a recording', async () => {
    const alice = await member('alice');
    await inEachLanguage(alice, async (say) => {
      await alice.evaluate(() => {
        MediaRecorder.isTypeSupported = () => false;
      });
      await chooseMore(alice, 'record');
      await say(cannotRecord);
      await alice.evaluate(() => {
        // What stands in for it is the browser's own again.
        Reflect.deleteProperty(MediaRecorder, 'isTypeSupported');
      });

      refusing.get(alice)?.refuse('groupCall.setRecording');
      await chooseMore(alice, 'record');
      await say(notStarted);
      refusing.get(alice)?.refuse();

      await chooseMore(alice, 'record');
      // What is saved then has a picture. A busy page may leave out a second.
      await alice
        .getByTestId('recording')
        .getByText(/^(0:0[2-9]|0:[1-5]\d|[1-9]\d*:\d\d)$/)
        .waitFor();
      const saved = alice.waitForEvent('download');
      await alice.evaluate(() => window.__recorders.at(-1)?.dispatchEvent(new Event('error')));
      await say(recordingFailed);
      await saved;

      await chooseMore(alice, 'record');
      await alice.getByTestId('recording').waitFor();
      await alice.evaluate(() => {
        FileSystemFileHandle.prototype.getFile = () =>
          Promise.reject(new DOMException('', 'NotReadableError'));
      });
      await chooseMore(alice, 'record');
      await say(notSaved);
      await alice.reload();
      await alice.getByTestId('leave').waitFor();
    });
  });
});
