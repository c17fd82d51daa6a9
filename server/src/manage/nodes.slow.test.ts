import { describe, expect, it } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import { eventually } from '#server/testing/eventually.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';
import { accessToken, type TestSignalClient } from '#server/testing/signal-client.ts';

describe('administrators and the media nodes', () => {
  const servers = setUpServers({ layout: 'two servers', withMediaNode: true });

  const admin = async () => {
    const { token } = await servers.world.people.admin();
    const client = servers.connect(servers.other);
    await client.open(accessToken(token));
    return client;
  };
  const watch = async (client: TestSignalClient) => {
    const { nodes } = await client.request('manage.watch', { topics: ['nodes'], customerIds: null });
    const [node] = nodes ?? [];
    if (!node) throw new Error('no node is shown');
    return node;
  };

  it('see load, rooms and version, and hear of changes (M7)', async () => {
    const client = await admin();
    const node = await watch(client);
    expect(node).toMatchObject({
      version: expect.stringMatching(/^\d/),
      draining: false,
      rooms: 0,
      workers: 1,
    });
    const { people } = servers.world;
    const hana = await people.user('Hana', servers.customer);
    const groupId = await people.group(hana, []);
    const owner = await servers.enter(servers.server, hana);
    await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
    await client.notice('manage.nodesChanged', ({ nodes }) => nodes.some(({ rooms }) => rooms === 1));
    await owner.request('groupCall.leave', {});
  });

  it('drain one, and take that back; the last one only when that is confirmed (M7)', async () => {
    const client = await admin();
    const { nodeId } = await watch(client);
    await expect(client.request('manage.drainNode', { nodeId, moveRooms: false })).rejects.toMatchObject({
      code: 'last-media-node',
    });
    // What is drained already is not drained again.
    for (let time = 0; time < 2; time++)
      await client.request('manage.drainNode', { nodeId, moveRooms: false, evenIfLast: true });
    await client.notice('manage.nodesChanged', ({ nodes }) => nodes.some(({ draining }) => draining));
    // As a program that was started again under the same id, and knows of nothing.
    await servers.server.sfu.ask(nodeId, 'node.resume', {});
    await eventually(() => expect([...servers.server.sfu.nodes]).toMatchObject([{ draining: false }]));
    await eventually(() => expect([...servers.server.sfu.nodes]).toMatchObject([{ draining: true }]), SLOW);
    for (let time = 0; time < 2; time++) await client.request('manage.resumeNode', { nodeId });
    await eventually(() => expect([...servers.server.sfu.nodes]).toMatchObject([{ draining: false }]));
    const logged = await servers.world.db
      .selectFrom('logs')
      .where('resource_id', '=', nodeId)
      .select(['action', 'actor_kind', 'details'])
      .orderBy('at')
      .execute();
    const entry = {
      actor_kind: 'admin',
      details: expect.objectContaining({ objectName: nodeId.slice(0, 8) }),
    };
    expect(logged).toEqual([
      { action: 'drain', ...entry },
      { action: 'resume', ...entry },
    ]);
  });

  it('are no managers, and know which nodes there are (M7)', async () => {
    const client = await admin();
    const { nodeId } = await watch(client);
    const mika = await servers.world.people.manager('Mika', [servers.customer]);
    const manager = await servers.enter(servers.server, mika);
    for (const asked of [
      manager.request('manage.watch', { topics: ['nodes'], customerIds: null }),
      manager.request('manage.drainNode', { nodeId, moveRooms: false, evenIfLast: true }),
      manager.request('manage.resumeNode', { nodeId }),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
    const unknown = crypto.randomUUID() as string as typeof nodeId;
    await expect(client.request('manage.resumeNode', { nodeId: unknown })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
