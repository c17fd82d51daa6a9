import { qualityOfMember } from '#client/media/member-quality.ts';
import type { ManagedCall, OpenedCall } from '#protocol/signal/manage.ts';

/**
 * The call as the heading above its members describes it. The server keeps the last measured quality, while browsers send
 * figures to an opened call only when asked: until the first one is there, a good connection is not claimed.
 */
export function headingOf({ call, members }: Pick<OpenedCall, 'call' | 'members'>): ManagedCall {
  const isMeasured = members.some(({ quality, link }) => qualityOfMember({ score: quality, link }) !== null);
  return isMeasured || call.worst?.quality !== 'good' ? call : { ...call, worst: null };
}
