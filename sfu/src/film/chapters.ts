import { stayChanges } from '#protocol/stay-changes.ts';
import type { FilmPart } from './film-parts.ts';

/** Who was there from the beginning did not come, and who stayed to the end did not leave. */
const EDGE_MS = 2_000;
/** Who is back so soon after an interruption was not away; longer than a browser takes to join again. */
const BACK_MS = 10_000;
/** A film with more chapters than this would be all chapters. */
const MAX_CHAPTERS = 200;

/** Title and chapters, in FFmpeg's metadata format: who came (+) and left (−), what was shared (▶), and interruptions (⏸). */
export function metadataOf(title: string, parts: readonly FilmPart[], durationMs: number): string {
  const marks = [{ at: 0, title }, ...changes(parts, durationMs)].slice(0, MAX_CHAPTERS);
  const chapters = marks.map(({ at, title: name }, index) => {
    const end = Math.max(at, marks[index + 1]?.at ?? durationMs);
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${at}\nEND=${end}\ntitle=${escaped(name)}`;
  });
  return `;FFMETADATA1\ntitle=${escaped(title)}\n${chapters.join('\n')}\n`;
}

function changes(parts: readonly FilmPart[], durationMs: number) {
  return stayChanges(
    parts.map(({ present }) => present),
    { before: EDGE_MS, after: BACK_MS },
  ).flatMap((change) => {
    if (change.change === 'interrupted') return [{ at: change.at, title: '⏸' }];
    const { at, index } = change;
    const { name = '', source } = parts[index] ?? {};
    if (source !== 'camera') return change.change === 'began' ? [{ at, title: `▶ ${name}` }] : [];
    if (change.change === 'began') return at > EDGE_MS ? [{ at, title: `+ ${name}` }] : [];
    return at < durationMs - EDGE_MS ? [{ at, title: `− ${name}` }] : [];
  });
}

const escaped = (text: string): string => text.replace(/[\p{Cc}]+/gu, ' ').replace(/[=;#\\]/g, '\\$&');
