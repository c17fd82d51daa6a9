import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Pair } from '#client/api/api-types.ts';
import { Badge } from '#client/ui/badge.tsx';

export const pairStateTexts: Readonly<Record<Pair['state'], MessageDescriptor>> = {
  VERIFIED: msg`Approved`,
  INVITED: msg`Waiting for approval`,
};

export const PairState = ({ state }: Pick<Pair, 'state'>) => {
  const { i18n } = useLingui();
  return <Badge tone={state === 'VERIFIED' ? 'success' : 'warning'}>{i18n._(pairStateTexts[state])}</Badge>;
};
