import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#protocol/app-error.ts';
import type { NodeId } from '#protocol/ids.ts';
import { NODE_NAME_LENGTH } from '#protocol/limits.ts';
import type { ManagedNode, manageRequests } from '#protocol/signal/manage.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { AnySession } from '#server/session.ts';
import { storeDrain } from '#server/sfu/drains.ts';
import type { Sfu } from '#server/sfu/sfu.ts';
import { noteAction } from './note-action.ts';

/** Least time between two notices of the nodes (SPEC.md, M7). */
const ROUND_MS = 2_000;

export interface NodesDeps {
  readonly db: Db;
  readonly sfu: Pick<Sfu, 'nodes' | 'ask'>;
}

const roomsOf = ({ workers }: { readonly workers: readonly { readonly rooms: number }[] }): number =>
  workers.reduce((sum, { rooms }) => sum + rooms, 0);

/** The media nodes, in an order that does not change. */
export const listNodes = ({ nodes }: Pick<Sfu, 'nodes'>): ManagedNode[] =>
  [...nodes]
    .map(({ nodeId, version = null, startedAt, draining, load, workers }) => ({
      nodeId,
      version,
      startedAt,
      draining,
      load,
      rooms: roomsOf({ workers }),
      workers: workers.length,
    }))
    .sort((one, other) => one.nodeId.localeCompare(other.nodeId));

/** Tells a session of the nodes whenever they are not as they were. Returns what ends that. */
export function watchNodes(
  session: AnySession,
  sfu: Pick<Sfu, 'nodes'>,
  shown: readonly ManagedNode[],
): () => void {
  let last = shown;
  const timer = setInterval(() => {
    const nodes = listNodes(sfu);
    if (isDeepStrictEqual(nodes, last)) return;
    last = nodes;
    session.notify('manage.nodesChanged', { at: new Date().toISOString(), nodes });
  }, ROUND_MS);
  return () => clearInterval(timer);
}

export function assertAdmin({ principal }: AnySession): void {
  if (principal.kind !== 'admin') throw new AppError('forbidden');
}

type DrainRequest = PayloadOf<typeof manageRequests, 'manage.drainNode'>;

/** Drains a media node; first it is written down, so that no restart undoes it (SPEC.md, M7). */
export async function drainNode(
  deps: NodesDeps,
  session: AnySession,
  { nodeId, moveRooms, evenIfLast = false }: DrainRequest,
): Promise<void> {
  assertAdmin(session);
  const nodes = [...deps.sfu.nodes];
  if (!nodes.some((node) => node.nodeId === nodeId)) throw new AppError('not-found');
  const others = nodes.filter((node) => node.nodeId !== nodeId && !node.draining && node.workers.length > 0);
  if (others.length === 0 && !evenIfLast) throw new AppError('last-media-node');
  const movesSome = moveRooms && nodes.some((node) => node.nodeId === nodeId && roomsOf(node) > 0);
  await change(deps, session, nodeId, { drained: true, movesSome });
  await deps.sfu.ask(nodeId, 'node.drain', { moveRooms });
}

export async function resumeNode(deps: NodesDeps, session: AnySession, nodeId: NodeId): Promise<void> {
  assertAdmin(session);
  if (![...deps.sfu.nodes].some((node) => node.nodeId === nodeId)) throw new AppError('not-found');
  await change(deps, session, nodeId, { drained: false, movesSome: false });
  await deps.sfu.ask(nodeId, 'node.resume', {});
}

interface Drain {
  readonly drained: boolean;
  /** Rooms move off the node, also if it was drained before. */
  readonly movesSome: boolean;
}

const change = (
  { db }: NodesDeps,
  session: AnySession,
  nodeId: NodeId,
  { drained, movesSome }: Drain,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const isNew = await storeDrain(trx, nodeId, drained);
    if (!isNew && !movesSome) return;
    await noteAction(trx, session, {
      action: drained ? 'drain' : 'resume',
      resource: 'nodes',
      resourceId: nodeId,
      customerId: null,
      details: { objectName: nodeId.slice(0, NODE_NAME_LENGTH) },
    });
  });
