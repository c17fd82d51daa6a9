import { describe, expect, it } from 'vitest';
import type { NodeId } from '#protocol/ids.ts';
import type { NodeHeartbeat } from '#protocol/sfu/contract.ts';
import { chooseNode } from './choose-node.ts';

const node = (id: string, options: Partial<NodeHeartbeat> & { rooms?: number } = {}): NodeHeartbeat => ({
  nodeId: id as NodeId,
  startedAt: '2026-01-01T00:00:00Z',
  draining: false,
  load: 0,
  workers: [{ pid: 1, load: 0, rooms: options.rooms ?? 0, consumers: 0 }],
  ...options,
});
const chosen = (...nodes: NodeHeartbeat[]) => chooseNode(nodes)?.nodeId ?? null;

describe('the node for a new room', () => {
  it('is the least loaded', () => {
    expect(chosen(node('a', { load: 0.6 }), node('b', { load: 0.2 }), node('c', { load: 0.4 }))).toBe('b');
  });

  it('is not one that drains or has no worker at the moment', () => {
    const draining = node('a', { draining: true });
    const without = node('b', { workers: [] });
    expect(chosen(draining, without, node('c', { load: 0.9 }))).toBe('c');
    expect(chosen(draining, without)).toBeNull();
  });

  it('is another one for each room of a burst, before any of them shows in the load', () => {
    expect(chosen(node('a', { rooms: 1 }), node('b'))).toBe('b');
  });

  it('is the larger one where both have as many consumers', () => {
    const worker = { pid: 1, load: 0, rooms: 1, consumers: 100 };
    const empty = { pid: 2, load: 0, rooms: 0, consumers: 0 };
    expect(chosen(node('a', { workers: [worker] }), node('b', { workers: [worker, empty] }))).toBe('b');
  });
});
