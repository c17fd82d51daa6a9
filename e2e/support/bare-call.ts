import type { Page } from 'playwright';
import { until } from './until.ts';

declare global {
  interface Window {
    __send: (message: string) => Promise<void>;
    __receive: (message: string) => Promise<void>;
  }
}

/** What a browser itself needs: an `RTCPeerConnection`, devices that are opened at the press, and messages between the two. */
const bare = (page: Page) =>
  page.evaluate(() => {
    document.body.innerHTML = '<button>Call</button><video data-kind="remote" autoplay muted></video>';
    const connection = new RTCPeerConnection();
    const send = (message: object) => void window.__send(JSON.stringify(message));
    const openDevices = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
      for (const track of stream.getTracks()) connection.addTrack(track, stream);
    };
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
      await openDevices();
      await connection.setLocalDescription();
      send({ description: connection.localDescription });
    };
    document.querySelector('button')?.addEventListener('click', async () => {
      await openDevices();
      await connection.setLocalDescription();
      send({ description: connection.localDescription });
    });
  });

/** A call of two pages without anything of ours, whose messages take `delayMs`; resolves when both have drawn a picture. */
export const bareCall = async (pages: readonly [Page, Page], delayMs: () => number): Promise<void> => {
  const [one, other] = pages;
  for (const [from, to] of [pages, [other, one]] as const) {
    await from.exposeFunction('__send', (message: string) => {
      setTimeout(() => void to.evaluate((text) => window.__receive(text), message), delayMs());
    });
    await bare(from);
  }
  await one.getByRole('button').click();
  await until('both draw a picture', async () => {
    const drawn = await Promise.all(pages.map((page) => page.evaluate(() => window.__firstFrame.drawnAt)));
    return drawn.every((at) => at !== null);
  });
};
