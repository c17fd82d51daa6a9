import { appendFile, open } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import { MAX_SPANS, type Spans } from '#protocol/sfu/recording.ts';
import { isMissing } from './json-file.ts';
import { atMostSpans, joinedSpans } from './spans.ts';

/** A line of a recording's file `spoken`, in ms from the start of the recording. */
const LineSchema = Type.Object({
  party: Type.String(),
  fromMs: Type.Integer({ minimum: 0 }),
  toMs: Type.Integer({ minimum: 0 }),
});
const lines = Compile(LineSchema);

/** Maximum lines that are read. A person who never stops for twelve hours has some 43,000. */
const MAX_LINES = 1_000_000;
/** Pieces of one speech follow each other. */
const PIECE_GAP_MS = 500;

/** When a person spoke between two times; nothing lies outside of them. */
export type SpokenIn = (party: Party, fromMs: number, toMs: number) => Spans;

/** Fails where the disk takes nothing. */
export async function addSpoken(path: string, party: Party, fromMs: number, toMs: number): Promise<void> {
  const line: Static<typeof LineSchema> = {
    party: partyKey(party),
    fromMs: Math.max(0, Math.round(fromMs)),
    toMs: Math.max(0, Math.round(toMs)),
  };
  await appendFile(path, `${JSON.stringify(line)}\n`, { mode: 0o640 });
}

/** Reads what was written, as far as it can be read: the last line of a killed process may be half a line. */
export async function spokenIn(path: string): Promise<SpokenIn> {
  const byParty = new Map<string, Spans>();
  for await (const { party, fromMs, toMs } of linesOf(path)) {
    const spans = byParty.get(party);
    if (spans) spans.push([fromMs, toMs]);
    else byParty.set(party, [[fromMs, toMs]]);
  }
  return (party, fromMs, toMs) => {
    const key: PartyKey = partyKey(party);
    const within = (byParty.get(key) ?? [])
      .filter(([from, to]) => to > fromMs && from < toMs)
      // A killed process may have written more of the speech than of the sound.
      .map(([from, to]): [number, number] => [Math.max(from, fromMs), Math.min(to, toMs)]);
    return atMostSpans(joinedSpans(within, PIECE_GAP_MS), MAX_SPANS);
  };
}

async function* linesOf(path: string): AsyncGenerator<Static<typeof LineSchema>> {
  const file = await open(path, 'r').catch((error: unknown) => {
    // Nobody spoke, or an earlier version recorded it.
    if (isMissing(error)) return null;
    throw error;
  });
  if (!file) return;
  try {
    let count = 0;
    for await (const text of createInterface({ input: file.createReadStream({ autoClose: false }) })) {
      const line = parsed(text);
      if (line) yield line;
      if (++count === MAX_LINES) return;
    }
  } finally {
    await file.close();
  }
}

function parsed(text: string): Static<typeof LineSchema> | null {
  try {
    const value: unknown = JSON.parse(text);
    return lines.Check(value) ? value : null;
  } catch {
    return null;
  }
}
