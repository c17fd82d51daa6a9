import type { ManagedCall } from '#protocol/signal/manage.ts';

/** A 1-to-1 call as a manager sees it, with nobody named. @param more what is different */
export const managedCall = (more: Partial<ManagedCall> = {}): ManagedCall => ({
  callId: 'call',
  kind: 'direct',
  groupName: null,
  groupId: null,
  customerIds: [],
  startedAt: '2026-11-28T00:00:00.000Z',
  people: [],
  size: 2,
  nodeId: null,
  interrupted: false,
  relayed: false,
  mayEnd: true,
  ...more,
});
