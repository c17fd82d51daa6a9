import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Pair } from '#client/api/api-types.ts';

export const pairPresenceTexts: Readonly<Record<Pair['presence'], MessageDescriptor>> = {
  online: msg`Online`,
  busy: msg`In a call`,
  offline: msg`Offline`,
};

/** Whether the other side can be called now. */
export const PairPresence = ({ presence }: Pick<Pair, 'presence'>) => {
  const { i18n } = useLingui();
  return i18n._(pairPresenceTexts[presence]);
};
