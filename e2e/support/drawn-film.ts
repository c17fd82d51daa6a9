import type { Page } from 'playwright';
import { makePortrait } from './portrait.ts';

/** A few seconds of real VP8 that can be shown over and over: the first frame alone is a key frame. */
export interface Film {
  readonly framesPerSecond: number;
  readonly frames: readonly Uint8Array[];
}

export interface FilmOptions {
  readonly width: number;
  readonly height: number;
  /** Of the room that is drawn, in degrees of the colour wheel. */
  readonly hue: number;
  /** 24 by default. Each is drawn by those who see it. */
  readonly framesPerSecond?: number;
}

declare global {
  interface Window {
    makePortrait: typeof makePortrait;
  }
}

const FRAMES_PER_SECOND = 24;
const SECONDS = 3;

/** Someone drawn (portrait.ts), encoded by the page's own browser. */
export const drawFilm = async (
  page: Page,
  { framesPerSecond = FRAMES_PER_SECOND, ...options }: FilmOptions,
): Promise<Film> => {
  // As text: what a function refers to does not come with it.
  await page.evaluate(`window.makePortrait = ${makePortrait}`);
  const encoded = await page.evaluate(
    async ({ width, height, hue, framesPerSecond, count }) => {
      const canvas = new OffscreenCanvas(width, height);
      const drawing = canvas.getContext('2d', { willReadFrequently: true });
      if (!drawing) throw new Error('This browser cannot draw');
      const draw = window.makePortrait(width, height, { hue });
      const frames: string[] = [];
      const failed: DOMException[] = [];
      const encoder = new VideoEncoder({
        output: (chunk) => {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          frames.push(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
        },
        error: (error) => failed.push(error),
      });
      encoder.configure({
        codec: 'vp8',
        width,
        height,
        bitrate: width * height * 4,
        framerate: framesPerSecond,
      });
      for (let index = 0; index < count; index++) {
        draw(drawing, index / count);
        const frame = new VideoFrame(canvas, { timestamp: (index * 1e6) / framesPerSecond });
        encoder.encode(frame, { keyFrame: index === 0 });
        frame.close();
      }
      await encoder.flush();
      encoder.close();
      if (failed[0]) throw failed[0];
      return frames;
    },
    { ...options, framesPerSecond, count: framesPerSecond * SECONDS },
  );
  return {
    framesPerSecond,
    frames: encoded.map((frame) => new Uint8Array(Buffer.from(frame, 'base64'))),
  };
};
