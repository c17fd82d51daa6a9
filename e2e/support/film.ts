import type { Page } from 'playwright';

const LENGTH_MS = 6_000;

/** A short film with a tone, made in the page's own browser, so that it can be played there. */
export const makeFilm = async (page: Page): Promise<Buffer> => {
  const bytes = await page.evaluate(async (lengthMs) => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 240;
    const drawing = canvas.getContext('2d');
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const sound = audio.createMediaStreamDestination();
    tone.connect(sound);
    tone.start();
    const tracks = [...canvas.captureStream(20).getTracks(), ...sound.stream.getTracks()];
    const recorder = new MediaRecorder(new MediaStream(tracks), { mimeType: 'video/webm;codecs=vp8,opus' });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    const begin = performance.now();
    const drawn = setInterval(() => {
      if (!drawing) return;
      drawing.fillStyle = `hsl(${(performance.now() - begin) / 10} 80% 50%)`;
      drawing.fillRect(0, 0, canvas.width, canvas.height);
    }, 50);
    await new Promise<void>((resolve) => {
      recorder.onstop = () => resolve();
      recorder.start();
      // The film's own length, not a wait for something.
      setTimeout(() => recorder.stop(), lengthMs);
    });
    clearInterval(drawn);
    await audio.close();
    return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
  }, LENGTH_MS);
  return Buffer.from(bytes);
};
