import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';

const { user, device } = DELETED_PEER_NAMES;
const deleted = { [user]: msg`Deleted user`, [device]: msg`Deleted device` };

/** What the history shows in place of the names of deleted peers. */
export const peerNameWords = (i18n: I18n): Readonly<Record<string, string>> => ({
  [user]: i18n._(deleted[user]),
  [device]: i18n._(deleted[device]),
});

/** The name of someone in the history, who may have been deleted since. */
export const peerName = (i18n: I18n, name: string): string =>
  name === user || name === device ? i18n._(deleted[name]) : name;
