import type { Page } from 'playwright';
import { until } from './until.ts';

declare global {
  interface Window {
    __send: (message: string) => Promise<void>;
    __receive: (message: string) => Promise<void>;
  }
}

/** Messages between the two pages take `delayMs()`. */
export const connectBarePages = async (
  pages: readonly [Page, Page],
  delayMs: () => number,
): Promise<void> => {
  const [one, other] = pages;
  for (const [from, to] of [pages, [other, one]] as const)
    await from.exposeFunction('__send', (message: string) => {
      setTimeout(() => void to.evaluate((text) => window.__receive(text), message), delayMs());
    });
};

/** What a browser itself needs for a call: an `RTCPeerConnection`, devices, and messages to the other page. */
const prepare = (page: Page, opensAtPress: boolean) =>
  page.evaluate(async (atPress) => {
    document.body.innerHTML = '<button>Call</button><video data-kind="remote" autoplay muted></video>';
    const connection = new RTCPeerConnection();
    const send = (message: object) => void window.__send(JSON.stringify(message));
    const openDevices = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
      for (const track of stream.getTracks()) connection.addTrack(track, stream);
    };
    if (!atPress) await openDevices();
    connection.onicecandidate = ({ candidate }) => send({ candidate });
    connection.ontrack = ({ streams: [stream = null] }) => {
      const video = document.querySelector('video');
      if (video) video.srcObject = stream;
    };
    window.__receive = async (message) => {
      const { description, candidate } = JSON.parse(message) as {
        readonly description?: RTCSessionDescriptionInit;
        readonly candidate?: RTCIceCandidateInit | null;
      };
      if (candidate) await connection.addIceCandidate(candidate);
      if (!description) return;
      await connection.setRemoteDescription(description);
      if (description.type === 'answer') return;
      await connection.setLocalDescription();
      send({ description: connection.localDescription });
    };
    document.querySelector('button')?.addEventListener('click', async () => {
      if (atPress) await openDevices();
      await connection.setLocalDescription();
      send({ description: connection.localDescription });
    });
  }, opensAtPress);

/**
 * A call of two connected pages without anything of ours; resolves when both have drawn a picture.
 *
 * @param opensAtPress the one who presses opens the devices then; all others are open already
 */
export const bareCall = async ([one, other]: readonly [Page, Page], opensAtPress: boolean): Promise<void> => {
  await prepare(one, opensAtPress);
  await prepare(other, false);
  await one.getByRole('button').click();
  await until('both draw a picture', async () => {
    const drawn = await Promise.all(
      [one, other].map((page) => page.evaluate(() => window.__firstFrame.drawnAt)),
    );
    return drawn.every((at) => at !== null);
  });
};

/** Closes what the last call has opened. */
export const endBareCall = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const connection of window.__peerConnections) {
      for (const { track } of connection.getSenders()) track?.stop();
      connection.close();
    }
    document.body.innerHTML = '';
  });
