import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Pictures are looked at this small: a pixel for each 20 × 20. */
const WIDTH = 64;
const HEIGHT = 36;
const RATE = 25;
const SAMPLES_PER_S = 8_000;
const MAX_BYTES = 200 * 1024 * 1024;
/** Of a full swing; what codecs add to silence is far below. */
const HEARD = 0.02;

type Colour = 'red' | 'lime' | 'blue' | 'yellow' | 'magenta' | 'white';
const COLOURS: Readonly<Record<Colour, readonly [number, number, number]>> = {
  red: [255, 0, 0],
  lime: [0, 255, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  magenta: [255, 0, 255],
  white: [255, 255, 255],
};
/** Of all three together; codecs shift colours. */
const MAX_DIFFERENCE = 150;

/** What FFprobe says of a file; fails for what it cannot read. */
export async function probe(path: string) {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-show_chapters', path],
  ]);
  const { streams, format, chapters } = JSON.parse(stdout) as {
    streams: readonly { codec_type: string; codec_name?: string; width?: number; height?: number }[];
    format: { duration: string; tags?: { title?: string } };
    chapters: readonly { start_time: string; tags: { title: string } }[];
  };
  const of = (type: string) => streams.find(({ codec_type }) => codec_type === type);
  return {
    video: of('video'),
    audio: of('audio'),
    durationS: Number(format.duration),
    title: format.tags?.title,
    chapters: chapters.map(({ start_time, tags }) => [Number(start_time), tags.title] as const),
  };
}

/** A film, decoded picture by picture. */
export class SeenFilm {
  readonly #pictures: Buffer;
  readonly #samples: Int16Array;

  private constructor(pictures: Buffer, samples: Int16Array) {
    this.#pictures = pictures;
    this.#samples = samples;
  }

  static async of(path: string): Promise<SeenFilm> {
    const raw = async (...args: readonly string[]) => {
      const options = { encoding: 'buffer', maxBuffer: MAX_BYTES } as const;
      return (await run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-i', path, ...args, '-'], options))
        .stdout;
    };
    const pictures = await raw(
      ...['-map', '0:v', '-vf', `scale=${WIDTH}:${HEIGHT}:flags=area`],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24'],
    );
    const sound = await raw('-map', '0:a', '-ac', '1', '-ar', `${SAMPLES_PER_S}`, '-f', 's16le');
    return new SeenFilm(pictures, new Int16Array(sound.buffer, sound.byteOffset, sound.length / 2));
  }

  get pictures(): number {
    return this.#pictures.length / (WIDTH * HEIGHT * 3);
  }

  /** The share of the picture that has the colour. */
  shareOf(colour: Colour, seconds: number): number {
    const from = Math.round(seconds * RATE) * WIDTH * HEIGHT * 3;
    const wanted = COLOURS[colour];
    let found = 0;
    for (let pixel = from; pixel < from + WIDTH * HEIGHT * 3; pixel += 3) {
      const difference = wanted.reduce(
        (sum, value, index) => sum + Math.abs(value - (this.#pictures[pixel + index] ?? 0)),
        0,
      );
      if (difference < MAX_DIFFERENCE) found += 1;
    }
    return found / (WIDTH * HEIGHT);
  }

  /** The colours that fill a part of the picture at that time. */
  coloursAt(seconds: number): readonly Colour[] {
    return (Object.keys(COLOURS) as Colour[]).filter((colour) => this.shareOf(colour, seconds) > 0.005);
  }

  /** When white comes into the picture, in seconds. */
  flashes(): readonly number[] {
    const shares = Array.from({ length: this.pictures }, (_, index) => this.shareOf('white', index / RATE));
    return shares.flatMap((share, index) =>
      share > 0.005 && (shares[index - 1] ?? 0) <= 0.005 ? [index / RATE] : [],
    );
  }

  /** When it becomes loud after silence, in seconds. */
  beeps(): readonly number[] {
    const found: number[] = [];
    let quietSince = 0;
    for (const [index, sample] of this.#samples.entries()) {
      if (Math.abs(sample) < HEARD * 32_768) continue;
      if (index === 0 || index - quietSince > SAMPLES_PER_S / 10) found.push(index / SAMPLES_PER_S);
      quietSince = index;
    }
    return found;
  }
}
