import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { idSchema, type ServerId } from '#protocol/ids.ts';
import { type PartyKey, type PresenceState, PresenceStateSchema } from '#protocol/party.ts';

/** Parties of a message; with the longest keys it stays far below what a bus carries. */
const PARTIES_A_MESSAGE = 5_000;

const ServerIdSchema = idSchema<'server'>();
const PartyKeySchema = Type.Unsafe<PartyKey>(Type.String({ pattern: '^(user|device|guest):' }));
const StateOfParty = Type.Object({ key: PartyKeySchema, state: PresenceStateSchema });
const Snapshot = { from: ServerIdSchema, version: Type.Integer(), states: Type.Array(StateOfParty) };

/** What servers say to each other. `version` counts a server's changes: anyone who finds a gap asks for a snapshot. */
const PresenceMessageSchema = Type.Union([
  Type.Object({
    type: Type.Literal('changed'),
    from: ServerIdSchema,
    version: Type.Integer(),
    change: StateOfParty,
  }),
  Type.Object({ type: Type.Literal('heartbeat'), from: ServerIdSchema, version: Type.Integer() }),
  Type.Object({ type: Type.Literal('snapshot'), ...Snapshot }),
  /** Of a snapshot that is too large for one message; they follow each other. Earlier versions of the server ignore it. */
  Type.Object({
    type: Type.Literal('snapshot-part'),
    ...Snapshot,
    index: Type.Integer({ minimum: 0 }),
    isLast: Type.Boolean(),
  }),
  /** `of` null: of everyone. */
  Type.Object({
    type: Type.Literal('snapshot-wanted'),
    from: ServerIdSchema,
    of: Type.Union([ServerIdSchema, Type.Null()]),
  }),
  Type.Object({ type: Type.Literal('closed'), from: ServerIdSchema }),
]);
export type PresenceMessage = Static<typeof PresenceMessageSchema>;
export const presenceMessageSchema = Compile(PresenceMessageSchema);

export type PresenceSnapshot = Omit<Extract<PresenceMessage, { readonly type: 'snapshot' }>, 'type'>;
type SnapshotPart = Extract<PresenceMessage, { readonly type: 'snapshot-part' }>;

export type StatesOfParties = ReadonlyMap<PartyKey, PresenceState>;

/** A server's parties in as many messages as they need. */
export function snapshotMessages(
  from: ServerId,
  version: number,
  states: StatesOfParties,
): readonly PresenceMessage[] {
  const all = [...states].map(([key, state]) => ({ key, state }));
  if (all.length <= PARTIES_A_MESSAGE) return [{ type: 'snapshot', from, version, states: all }];
  const count = Math.ceil(all.length / PARTIES_A_MESSAGE);
  return Array.from({ length: count }, (_, index) => ({
    type: 'snapshot-part' as const,
    from,
    version,
    states: all.slice(index * PARTIES_A_MESSAGE, (index + 1) * PARTIES_A_MESSAGE),
    index,
    isLast: index === count - 1,
  }));
}

/** Puts the parts of one server's snapshots together. */
export class SnapshotParts {
  #parts: SnapshotPart[] = [];

  /** All states once the last part is there; null before, and where a part is missing. */
  add(part: SnapshotPart): PresenceSnapshot['states'] | null {
    if (part.index === 0) this.#parts = [];
    const isNext = part.index === this.#parts.length;
    if (!isNext || (this.#parts[0]?.version ?? part.version) !== part.version) {
      this.#parts = [];
      return null;
    }
    this.#parts.push(part);
    if (!part.isLast) return null;
    const states = this.#parts.flatMap((each) => each.states);
    this.#parts = [];
    return states;
  }
}
