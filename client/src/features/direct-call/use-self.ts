import { useState } from 'react';
import type { SignalState } from '#client/signal/signal.ts';
import type { Party } from '#protocol/party.ts';

/** Who one is, also while the connection is lost; null until it has been open. */
export function useSelf(connection: SignalState): Party | null {
  const [self, setSelf] = useState<Party | null>(null);
  const now = connection.phase === 'open' ? connection.party : self;
  if (now !== self) setSelf(now);
  return now;
}
