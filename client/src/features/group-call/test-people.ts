import type { MemberId } from '#protocol/ids.ts';
import type { Person } from './people.ts';

export const person = (key: string, change: Partial<Person> = {}): Person => ({
  key,
  memberId: key as MemberId,
  party: `user:${key}`,
  name: key,
  self: false,
  owner: false,
  kind: 'user',
  camera: null,
  mirrored: false,
  filmed: true,
  shares: [],
  muted: false,
  speaking: false,
  away: false,
  handRaisedAt: null,
  recording: false,
  quality: null,
  link: null,
  ...change,
});
export const sharing = (key: string) => person(key, { shares: [{ source: 'screen', track: null }] });
export const self = person('self', { self: true });
