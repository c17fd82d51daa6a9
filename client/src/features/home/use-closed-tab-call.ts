import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { presenceQuery } from '#client/api/queries/presence.ts';
import { closedTabCall, type NotedCall } from '#client/call/closed-tab-call.ts';
import { whileVisible } from '#client/ui/while-visible.ts';
import { type Party, partyKey } from '#protocol/party.ts';

const LOOK_MS = 1_000;

/** A call that the user can return to, and who waits in it. */
export interface CallToReturnTo {
  readonly peer: Party;
  /** Continues with it in this tab, on a new page. */
  readonly onReturn: () => void;
}

/** The user's 1-to-1 call in a tab that was closed or has crashed, while the other side waits for them; else null. */
export function useClosedTabCall(userId: string): CallToReturnTo | null {
  const { data: presence } = useQuery(presenceQuery());
  const [tabCall] = useState(closedTabCall);
  const [noted, setNoted] = useState<NotedCall | null>(null);
  useEffect(() => {
    let ended = false;
    const look = () =>
      void tabCall.look().then((found) => {
        if (!ended) setNoted(found);
      });
    look();
    const end = whileVisible(look, LOOK_MS);
    return () => {
      ended = true;
      end();
    };
  }, [tabCall]);
  if (noted?.kept.partyId !== userId || noted.kept.call.kind !== 'direct') return null;
  const { callId } = noted.kept.call;
  // Who has given up waiting is in no call. Nothing is known of guests.
  if ((presence[partyKey(noted.peer)] ?? 'busy') !== 'busy') return null;
  return {
    peer: noted.peer,
    onReturn() {
      tabCall.takeOver(noted);
      window.location.assign(`/user/videochat/talk?call=${callId}`);
    },
  };
}
