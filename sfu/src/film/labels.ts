import type { Spans } from '#protocol/sfu/recording.ts';
import { beginningOf } from '#protocol/text.ts';
import { type Box, FILM_HEIGHT, FILM_WIDTH, type PlacedTile } from './boxes.ts';
import { msOf, type Scene } from './scenes.ts';

/** Colours in the order of ASS: blue, green, red. */
const SPEAKING = '&H78C83C&';
const AVATAR = '&H6B5544&';

const HEADER = `[Script Info]
ScriptType: v4.00+
PlayResX: ${FILM_WIDTH}
PlayResY: ${FILM_HEIGHT}
WrapStyle: 2
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, BorderStyle, Outline, Shadow, Alignment
Style: Name,Sans,22,&H00FFFFFF,&H60000000,&H60000000,3,4,0,1
Style: Drawing,Sans,22,&H00FFFFFF,&H00FFFFFF,&H00FFFFFF,1,0,0,7
Style: Initial,Sans,22,&H00FFFFFF,&H00FFFFFF,&H00FFFFFF,1,0,0,5

[Events]
Format: Layer, Start, End, Style, Text
`;

/** Small letters, and large ones for tiles that are at least `LARGE_TILE` pixels high. */
const FONT_SIZES = [16, 22] as const;
const LARGE_TILE = 200;
/** Widths of letters, as a share of their height; a little more than the average. */
const WIDTHS = { small: 0.55, capital: 0.75, whole: 1 } as const;
const INSET = 10;
const FRAME = 4;

/**
 * What is written over the pictures of a scene: names, the initials of those without a picture, and a frame around whoever
 * speaks. In the format of libass (Advanced SubStation Alpha), which finds a font for every script.
 */
export function labelsOf(scene: Scene, tiles: readonly PlacedTile[]): string {
  const fromMs = msOf(scene.fromFrame);
  const durationMs = msOf(scene.toFrame) - fromMs;
  const lines = tiles.flatMap((tile) => [
    ...(tile.picture ? [] : avatar(tile, durationMs)),
    ...(tile.part.source === 'camera'
      ? spansWithin(tile.part.spoken, fromMs, durationMs).map(([from, to]) => frame(tile.box, from, to))
      : []),
    name(tile, durationMs),
  ]);
  return `${HEADER}${lines.join('\n')}\n`;
}

/** Text as libass shows it: braces and backslashes would be commands. */
export const plainText = (text: string): string =>
  text
    .replaceAll('\\', '＼')
    .replaceAll('{', '｛')
    .replaceAll('}', '｝')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/** From and to in ms of the scene. */
function spansWithin(spans: Spans, fromMs: number, durationMs: number): Spans {
  return spans.flatMap(([from, to]): Spans => {
    const span: [number, number] = [Math.max(0, from - fromMs), Math.min(durationMs, to - fromMs)];
    return span[1] > span[0] ? [span] : [];
  });
}

function name({ part, box }: PlacedTile, durationMs: number): string {
  const clip = `\\clip(${box.x},${box.y},${box.x + box.width},${box.y + box.height})`;
  const place = `\\pos(${box.x + INSET},${box.y + box.height - INSET})`;
  const [small, large] = FONT_SIZES;
  const size = box.height < LARGE_TILE ? small : large;
  const text = fitting(plainText(part.name), (box.width - 3 * INSET) / size);
  const style = size === large ? '' : `\\fs${small}`;
  return event(1, 0, durationMs, 'Name', `{${place}${clip}${style}}${text}`);
}

function widthOf(letter: string): keyof typeof WIDTHS {
  if (letter >= '\u1100' || /[mwMW@%]/.test(letter)) return 'whole';
  return /\p{Lu}/u.test(letter) ? 'capital' : 'small';
}

/** As much of the text as there is room for. @param ems room, in heights of a letter */
function fitting(text: string, ems: number): string {
  let width = 0;
  const end = [...text].findIndex((letter) => {
    width += WIDTHS[widthOf(letter)];
    return width > ems;
  });
  return end === -1
    ? text
    : `${beginningOf(text, [...text].slice(0, Math.max(0, end - 1)).join('').length)}…`;
}

function avatar({ part, box }: PlacedTile, durationMs: number): readonly string[] {
  const radius = Math.round(box.height / 5);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const initial = (/[\p{L}\p{N}]/u.exec(part.name)?.[0] ?? '').toUpperCase();
  const circle = `{\\pos(${x - radius},${y - radius})\\1c${AVATAR}\\p1}${circlePath(radius)}{\\p0}`;
  return [
    event(0, 0, durationMs, 'Drawing', circle),
    event(1, 0, durationMs, 'Initial', `{\\pos(${x},${y})\\fs${radius}}${initial}`),
  ];
}

/** Four Bézier curves. */
function circlePath(radius: number): string {
  const end = 2 * radius;
  const [near, far] = [Math.round(radius * (1 - 0.5523)), Math.round(radius * 1.5523)];
  return [
    `m ${radius} 0`,
    `b ${far} 0 ${end} ${near} ${end} ${radius}`,
    `b ${end} ${far} ${far} ${end} ${radius} ${end}`,
    `b ${near} ${end} 0 ${far} 0 ${radius}`,
    `b 0 ${near} ${near} 0 ${radius} 0`,
  ].join(' ');
}

function frame({ x, y, width, height }: Box, fromMs: number, toMs: number): string {
  const outer = `m 0 0 l ${width} 0 ${width} ${height} 0 ${height}`;
  const [right, bottom] = [width - FRAME, height - FRAME];
  // In the other direction: a hole.
  const inner = `m ${FRAME} ${FRAME} l ${FRAME} ${bottom} ${right} ${bottom} ${right} ${FRAME}`;
  return event(0, fromMs, toMs, 'Drawing', `{\\pos(${x},${y})\\1c${SPEAKING}\\p1}${outer} ${inner}{\\p0}`);
}

const event = (layer: number, fromMs: number, toMs: number, style: string, text: string): string =>
  `Dialogue: ${layer},${time(fromMs)},${time(toMs)},${style},${text}`;

/** `h:mm:ss.cc` */
function time(ms: number): string {
  const hundredths = Math.round(ms / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(hundredths / 100);
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}
