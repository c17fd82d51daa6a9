import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Blockage } from '#client/call/blockage.ts';

/** Why no audio and video get through, and what to do about it. `direct`: the other end is another browser, else the media node. */
export function blockageText(blockage: Blockage, direct: boolean): MessageDescriptor {
  switch (blockage) {
    case 'relay-unreachable':
      return msg`Audio and video don’t get through, and the relay can’t be reached. Try another network.`;
    case 'relay-refused':
      return msg`Audio and video don’t get through: the relay refuses the credentials of this server. Tell your administrator.`;
    case 'relay-missing':
      return msg`Audio and video don’t get through, and this server has no relay. Try another network.`;
    case 'beyond-relay':
      return direct
        ? msg`Audio and video don’t get through to the other side. Their network may block them.`
        : msg`Audio and video don’t get through to the media server. Tell your administrator.`;
  }
}
