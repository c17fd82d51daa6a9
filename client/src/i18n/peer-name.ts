import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';

const deletedUser = msg`Deleted user`;
const deletedDevice = msg`Deleted device`;

/** The name of someone in the history, who may have been deleted since. */
export function peerName(i18n: I18n, name: string): string {
  switch (name) {
    case DELETED_PEER_NAMES.user:
      return i18n._(deletedUser);
    case DELETED_PEER_NAMES.device:
      return i18n._(deletedDevice);
    default:
      return name;
  }
}
