import { FILM_HEIGHT, FILM_WIDTH, type PlacedTile } from './boxes.ts';
import type { FilmFile } from './film-parts.ts';
import { FRAME_RATE, msOf, type Scene } from './scenes.ts';

/** Pictures with more are not decoded: people have sent them, and they may say that they are as large as memory. */
const MAX_PIXELS = 4_096 * 2_304;
const SAMPLE_RATE = 48_000;
const BACKGROUND = '0x101418';
const TILE = '0x20262d';
/** Gaps in the sound that are longer are filled with silence; shorter ones are stretched over. */
const STRETCH = 1_000;
const AUDIO_BITRATE = '128k';

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

/** Local files alone, and the format that we have written: nothing in them leads to other files. */
function input({ path }: Pick<FilmFile, 'path'>): readonly string[] {
  const format = path.endsWith('.mp4') ? 'mov' : 'matroska';
  return ['-protocol_whitelist', 'file', '-f', format, '-i', `file:${path}`];
}

/** The pictures of one scene, as MP4 with H.264. */
export function sceneArguments(
  scene: Scene,
  tiles: readonly PlacedTile[],
  labels: string,
  output: string,
): readonly string[] {
  const frames = scene.toFrame - scene.fromFrame;
  const fromMs = msOf(scene.fromFrame);
  const pictured = tiles.flatMap(({ picture, box }) => (picture ? [{ picture, box }] : []));
  const boxes = tiles.map(
    ({ box: { x, y, width, height } }) => `drawbox=${x}:${y}:${width}:${height}:color=${TILE}:t=fill`,
  );
  const scaled = pictured.map(({ picture, box: { width, height } }, index) => {
    // A file that begins within the scene is seen from then on; else the last picture before the scene is its first.
    const startS = seconds(Math.max(0, picture.offsetMs - fromMs));
    return (
      `[${index + 1}:v:0]setpts=PTS+${startS}/TB,fps=${FRAME_RATE}:start_time=${startS},` +
      `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1[p${index}]`
    );
  });
  const overlaid = pictured.map(({ box: { x, y, width, height } }, index) => {
    const place = `x=${x}+(${width}-w)/2:y=${y}+(${height}-h)/2`;
    return `[b${index}][p${index}]overlay=${place}:eof_action=pass[b${index + 1}]`;
  });
  return [
    ...[
      '-f',
      'lavfi',
      '-i',
      `color=c=${BACKGROUND}:s=${FILM_WIDTH}x${FILM_HEIGHT}:r=${FRAME_RATE}:d=${seconds(msOf(frames))}`,
    ],
    ...pictured.flatMap(({ picture }) => [
      ...['-max_pixels', String(MAX_PIXELS), '-threads', '1', '-noaccurate_seek'],
      ...['-ss', seconds(Math.max(0, fromMs - picture.offsetMs))],
      ...input(picture),
    ]),
    '-filter_complex',
    [
      `[0:v]${['null', ...boxes].join(',')}[b0]`,
      ...scaled,
      ...overlaid,
      `[b${pictured.length}]ass=${labels},format=yuv420p[out]`,
    ].join(';'),
    ...['-map', '[out]', '-frames:v', String(frames), '-r', String(FRAME_RATE)],
    // All scenes alike, so that they can be put one behind the other without decoding.
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '23',
      '-profile:v',
      'high',
      '-g',
      String(10 * FRAME_RATE),
    ],
    ...['-f', 'mp4', output],
  ];
}

/** A file with sound, and when it begins. */
export type Sound = Pick<FilmFile, 'path' | 'offsetMs'>;

/** The sounds together, as Matroska without loss, or at last as MP4 with AAC. */
export function mixArguments(
  sounds: readonly Sound[],
  durationMs: number,
  target: 'between' | 'final',
  output: string,
): readonly string[] {
  const delayed = sounds.map(({ offsetMs }, index) => {
    const even = `aresample=${SAMPLE_RATE}:async=${STRETCH}:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo`;
    return `[${index}:a:0]${even},adelay=${offsetMs}:all=1[a${index}]`;
  });
  const all = sounds.map((_, index) => `[a${index}]`).join('');
  const mixed = `${all}amix=inputs=${sounds.length}:duration=longest:normalize=0`;
  const ended = target === 'final' ? ',alimiter=limit=0.95:level=false' : '';
  return [
    ...sounds.flatMap((sound) => ['-vn', ...input(sound)]),
    '-filter_complex',
    `${[...delayed, mixed].join(';')}${ended},apad[out]`,
    ...['-map', '[out]', '-t', seconds(durationMs)],
    ...(target === 'final'
      ? ['-c:a', 'aac', '-b:a', AUDIO_BITRATE, '-f', 'mp4', output]
      : ['-c:a', 'flac', '-sample_fmt', 's16', '-f', 'matroska', output]),
  ];
}

/** Silence, where nobody had a microphone on. */
export const silenceArguments = (durationMs: number, output: string): readonly string[] => [
  ...['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLE_RATE}:cl=stereo`, '-t', seconds(durationMs)],
  ...['-c:a', 'aac', '-b:a', AUDIO_BITRATE, '-f', 'mp4', output],
];

/** What a film is made of in the end; names are of files in the working folder. */
export interface FilmPieces {
  /** Of FFmpeg's concat format, with the scenes in order; null: sound alone. */
  readonly scenes: string | null;
  readonly sound: string;
  /** Of FFmpeg's metadata format: title and chapters. */
  readonly metadata: string;
  readonly output: string;
}

/** Pictures and sound copied into one file that plays before it is loaded. */
export const filmArguments = ({ scenes, sound, metadata, output }: FilmPieces): readonly string[] => [
  ...(scenes === null ? [] : ['-f', 'concat', '-i', scenes]),
  ...['-i', sound, '-f', 'ffmetadata', '-i', metadata],
  ...(scenes === null ? ['-map', '0:a'] : ['-map', '0:v', '-map', '1:a']),
  ...['-map_metadata', scenes === null ? '1' : '2', '-map_chapters', scenes === null ? '1' : '2'],
  ...['-c', 'copy', '-movflags', '+faststart', '-f', 'mp4', output],
];
