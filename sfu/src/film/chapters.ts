import type { FilmPart } from './film-parts.ts';

/** Who was there from the beginning did not come, and who stayed to the end did not leave. */
const EDGE_MS = 2_000;
/** A film with more chapters than this would be all chapters. */
const MAX_CHAPTERS = 200;

/** Title and chapters, in FFmpeg's metadata format: who came (+) and left (−), and what was shared (▶). */
export function metadataOf(title: string, parts: readonly FilmPart[], durationMs: number): string {
  const marks = [{ at: 0, title }, ...changes(parts, durationMs)].slice(0, MAX_CHAPTERS);
  const chapters = marks.map(({ at, title: name }, index) => {
    const end = Math.max(at, marks[index + 1]?.at ?? durationMs);
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${at}\nEND=${end}\ntitle=${escaped(name)}`;
  });
  return `;FFMETADATA1\ntitle=${escaped(title)}\n${chapters.join('\n')}\n`;
}

function changes(parts: readonly FilmPart[], durationMs: number) {
  return parts
    .flatMap(({ name, source, present }) =>
      present.flatMap(([from, to]) => [
        ...(source !== 'camera' ? [{ at: from, title: `▶ ${name}` }] : []),
        ...(source === 'camera' && from > EDGE_MS ? [{ at: from, title: `+ ${name}` }] : []),
        ...(source === 'camera' && to < durationMs - EDGE_MS ? [{ at: to, title: `− ${name}` }] : []),
      ]),
    )
    .sort((one, other) => one.at - other.at);
}

const escaped = (text: string): string => text.replace(/[\p{Cc}]+/gu, ' ').replace(/[=;#\\]/g, '\\$&');
