import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface FlashingFile {
  readonly path: string;
  /** FFmpeg's name of a colour; null: sound alone. */
  readonly colour: string | null;
  /** Null: without sound. */
  readonly hertz: number | null;
  readonly seconds: number;
  /** When the picture is white, and the tone is heard: for a fifth of a second from then on. */
  readonly flashAt: number;
  /** Small by default. */
  readonly size?: string;
}

/** As a media node records: VP8 or (`.mp4`) H.264, with Opus, and a key frame every ten seconds. */
export async function writeFlashingFile(file: FlashingFile): Promise<void> {
  const { path, colour, hertz, seconds, flashAt, size = '320x180' } = file;
  const when = `between(t,${flashAt},${flashAt + 0.2})`;
  const isMp4 = path.endsWith('.mp4');
  const picture = `color=c=${colour}:s=${size}:r=25:d=${seconds},drawbox=c=white:t=fill:enable='${when}'`;
  const sound = `sine=f=${hertz}:r=48000:d=${seconds},volume=0:enable='not(${when})'`;
  const videoCodec = isMp4
    ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
    : ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k'];
  await run('ffmpeg', [
    ...['-nostdin', '-loglevel', 'error', '-y'],
    ...(colour === null ? [] : ['-f', 'lavfi', '-i', picture]),
    ...(hertz === null ? [] : ['-f', 'lavfi', '-i', sound]),
    ...(colour === null ? [] : [...videoCodec, '-g', '250']),
    ...(hertz === null ? [] : ['-c:a', 'libopus']),
    ...['-f', isMp4 ? 'mp4' : 'matroska', path],
  ]);
}
