import { MAX_CALL_MEMBERS } from '#protocol/limits.ts';
import type { PartyKey } from '#protocol/party.ts';

/** The playback volume of each member, from 0 to 1. A member without an entry plays at 1. */
export interface Volumes {
  /** Address of the call. */
  readonly call: string;
  /** By `PartyKey`, so that a volume outlives a reload. The one changed last stands last. */
  readonly levels: ReadonlyMap<string, number>;
}

/** People come and go: more than these are not remembered in one call. */
export const MAX_VOLUMES = 2 * MAX_CALL_MEMBERS;
const FULL = 1;

export const noVolumes: Volumes = { call: '', levels: new Map() };

export const volumeOf = ({ call, levels }: Volumes, inCall: string, person: PartyKey): number =>
  call === inCall ? (levels.get(person) ?? FULL) : FULL;

/** Sets one; what is known of another call is dropped, and so is the oldest where there are too many. */
export function withVolume(volumes: Volumes, inCall: string, person: PartyKey, level: number): Volumes {
  const levels = new Map(volumes.call === inCall ? volumes.levels : []);
  levels.delete(person);
  if (level < FULL) levels.set(person, Math.max(0, level));
  const kept = [...levels].slice(-MAX_VOLUMES);
  return { call: inCall, levels: new Map(kept) };
}

export const volumesToText = ({ call, levels }: Volumes): string =>
  JSON.stringify({ call, levels: [...levels] });

/** Anything that is not as `volumesToText` writes it counts as nothing. */
export function volumesFromText(text: string | null): Volumes {
  if (text === null) return noVolumes;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The stored value is from another version or was edited: use full volume for everyone.
    return noVolumes;
  }
  if (typeof value !== 'object' || value === null || !('call' in value) || !('levels' in value))
    return noVolumes;
  const { call, levels } = value;
  if (typeof call !== 'string' || !Array.isArray(levels)) return noVolumes;
  const known = levels.filter(isLevel).slice(-MAX_VOLUMES);
  return { call, levels: new Map(known) };
}

const isLevel = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  typeof entry[1] === 'number' &&
  entry[1] >= 0 &&
  entry[1] < FULL;
