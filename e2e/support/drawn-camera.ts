import type { Page } from 'playwright';
import { makePortrait, type PortraitLook } from './portrait.ts';

const FRAMES_PER_SECOND = 12;
/** One loop of the portrait. */
const LOOP_MS = 6_000;

/** From the page's next load on its camera shows a drawn person, for pictures that people look at. */
export const drawCamera = (
  page: Page,
  look: PortraitLook,
  size = { width: 640, height: 360 },
): Promise<unknown> =>
  page.addInitScript({
    content: `(() => {
      const makePortrait = ${makePortrait};
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        for (const real of stream.getVideoTracks()) {
          const canvas = Object.assign(document.createElement('canvas'), ${JSON.stringify(size)});
          const drawing = canvas.getContext('2d');
          const draw = makePortrait(canvas.width, canvas.height, ${JSON.stringify(look)});
          const show = () => draw(drawing, (performance.now() % ${LOOP_MS}) / ${LOOP_MS});
          show();
          setInterval(show, 1000 / ${FRAMES_PER_SECOND});
          const [drawn] = canvas.captureStream(${FRAMES_PER_SECOND}).getVideoTracks();
          const settings = real.getSettings();
          drawn.getSettings = () => ({ ...settings, width: canvas.width, height: canvas.height });
          stream.removeTrack(real);
          stream.addTrack(drawn);
        }
        return stream;
      };
    })()`,
  });
