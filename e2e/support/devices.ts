import type { Page } from 'playwright';

type Kind = 'audio' | 'video';

declare global {
  interface Window {
    __devices: {
      /** Everything that was got so far. */
      readonly tracks: MediaStreamTrack[];
      /** Name of the error that asking for a device of a kind fails with; what it asks for else is the browser's own. */
      readonly failing: Partial<Record<Kind | 'screen', string>>;
    };
  }
}

/** Lets a test do to a page what people do to their machines. Before the page is loaded. */
export const breakableDevices = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const devices: Window['__devices'] = { tracks: [], failing: {} };
    window.__devices = devices;
    // Missing on `about:blank`.
    if (!mediaDevices) return;
    const fail = (name: string | undefined) => {
      if (name !== undefined) throw new DOMException('As the test has it', name);
    };
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints = {}) => {
      if (constraints.audio) fail(devices.failing.audio);
      if (constraints.video) fail(devices.failing.video);
      const stream = await getUserMedia(constraints);
      devices.tracks.push(...stream.getTracks());
      return stream;
    };
    const getDisplayMedia = mediaDevices.getDisplayMedia.bind(mediaDevices);
    mediaDevices.getDisplayMedia = async (options) => {
      fail(devices.failing.screen);
      return await getDisplayMedia(options);
    };
  });

/** From now on asking fails with that error (W3C Media Capture, 10.2); undefined: works again. */
export const failDevices = (
  page: Page,
  failing: Partial<Record<Kind | 'screen', string>>,
): Promise<unknown> =>
  page.evaluate((wanted) => {
    const { failing } = window.__devices;
    for (const kind of ['audio', 'video', 'screen'] as const) delete failing[kind];
    Object.assign(failing, wanted);
  }, failing);

/** The cable is pulled: the browser ends the track and says so, which `stop()` alone would not. */
export const unplug = (page: Page, kind: Kind): Promise<unknown> =>
  page.evaluate((lost) => {
    for (const track of window.__devices.tracks) {
      if (track.kind !== lost || track.readyState !== 'live') continue;
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  }, kind);

/** Something was plugged in or out. */
export const devicesChanged = (page: Page): Promise<unknown> =>
  page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')));

/** What a page has open now of a kind. */
export const openDevices = (page: Page, kind: Kind): Promise<string[]> =>
  page.evaluate(
    (wanted) =>
      window.__devices.tracks
        .filter((track) => track.kind === wanted && track.readyState === 'live')
        .map(({ label }) => label),
    kind,
  );
