import type { Logger } from '#platform/log.ts';
import { partyKey } from '#protocol/party.ts';
import { type Contents, lastMediaMs } from './part-media.ts';
import type { PartNote } from './recording-folder.ts';

/** What was recorded without a change of tracks, codec or size. */
export interface Part {
  readonly note: PartNote;
  readonly path: string;
  readonly contents: Contents;
}

/** Parts that follow each other, and can become one file. */
export type Lane = [Part, ...Part[]];

/**
 * A part may reach so far into the next one: its last packets were on their way. A longer end without pictures and sound is
 * of a member who had gone without a word, and has come back.
 */
const OVERLAP_MS = 2_000;

/**
 * A lane for each person and kind. A person has another one where it was in the call twice at the same time, and for pictures of
 * another codec, which have no place in the same track.
 *
 * @param parts the oldest first
 */
export async function lanesOf(parts: readonly Part[], log: Logger): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (const part of parts) {
    const lane = await laneFor(part, lanes, log);
    if (lane) lane.push(part);
    else lanes.push([part]);
  }
  return lanes;
}

async function laneFor(part: Part, lanes: readonly Lane[], log: Logger): Promise<Lane | undefined> {
  for (const lane of lanes) {
    if (isSameSource(lane[0], part) && hasSameCodec(lane, part) && (await isFollowedBy(lane, part, log)))
      return lane;
  }
  return undefined;
}

const isSameSource = ({ note: one }: Part, { note: other }: Part): boolean =>
  partyKey(one.party) === partyKey(other.party) && one.source === other.source;

const hasSameCodec = (lane: Lane, { contents }: Part): boolean =>
  lane.every(
    ({ contents: { videoCodec } }) =>
      videoCodec === null || contents.videoCodec === null || videoCodec === contents.videoCodec,
  );

async function isFollowedBy(lane: Lane, { note }: Part, log: Logger): Promise<boolean> {
  const last = lane.at(-1) ?? lane[0];
  const untilMs = note.offsetMs - last.note.offsetMs + OVERLAP_MS;
  if (last.contents.durationMs <= untilMs) return true;
  try {
    return (await lastMediaMs(last.path)) <= untilMs;
  } catch (err) {
    log.warn({ err, path: last.path }, 'recorded file cannot be read to its end');
    return false;
  }
}
