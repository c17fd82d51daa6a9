import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createAskNode } from '#platform/ask-node.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import type { NodeId, RecordingId } from '#protocol/ids.ts';
import { sfuSubject } from '#protocol/sfu/contract.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { UnknownRecordings } from './unknown-recordings.ts';

const ANSWER_MS = 3_000;
const PAGE = 3;

const isListing = (payload: unknown) =>
  (payload as { readonly request: string }).request === 'recording.list';
const newRecording = () => ({ recordingId: randomUUID(), changedAt: new Date().toISOString() });

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** A media node whose every answer takes 3 s, and whose list of recordings has always more. */
function serveSlowNode(bus: Bus, nodeId: NodeId): void {
  bus.serve(sfuSubject(nodeId), async (payload) => {
    vi.setSystemTime(Date.now() + ANSWER_MS);
    return isListing(payload)
      ? { recordings: Array.from({ length: PAGE }, newRecording), more: true }
      : { state: 'finishing' };
  });
}

it('are listed as far as the media nodes answer in time, also where a bucket never ends', async () => {
  const bus = createLocalBus();
  const nodeId = randomUUID() as NodeId;
  vi.useFakeTimers({ toFake: ['Date'] });
  serveSlowNode(bus, nodeId);
  const unknown = new UnknownRecordings({
    nodes: [{ nodeId }],
    knowsAllNodes: true,
    ask: createAskNode(bus),
  });
  const { total, incomplete, recordings } = await unknown.list(db);
  expect({ total, incomplete, shown: recordings.length }).toEqual({
    total: 2 * PAGE,
    incomplete: true,
    shown: 2,
  });
  await bus.close();
});

it('cannot be decided on while there is no media node: the only one may be on its way back', async () => {
  const gone = new UnknownRecordings({
    nodes: [],
    knowsAllNodes: false,
    ask: createAskNode(createLocalBus()),
  });
  expect(await gone.list(db)).toEqual({ total: 0, incomplete: true, recordings: [] });
  await expect(
    db.transaction().execute((trx) => gone.delete(trx, randomUUID() as RecordingId)),
  ).rejects.toMatchObject({ code: 'media-node-unavailable' });
});
