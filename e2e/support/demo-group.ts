import type { GroupId } from '#protocol/ids.ts';
import type { System } from './system.ts';

interface Groups {
  readonly 'hydra:member': readonly { readonly '@id': string; readonly id: GroupId; readonly name: string }[];
}

/** The group that every demo has. */
export async function demoGroup(system: System): Promise<Groups['hydra:member'][number]> {
  const { 'hydra:member': groups } = (await system.read('alice', '/groups')) as Groups;
  const group = groups.find(({ name }) => name === 'Demo group');
  if (!group) throw new Error('There is no demo group');
  return group;
}
