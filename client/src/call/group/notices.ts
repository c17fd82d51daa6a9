import type { MediaSource } from '#protocol/media.ts';
import type { Party } from '#protocol/party.ts';
import type { GroupCallContext } from './context.ts';
import type { Leg } from './leg.ts';
import { ROOM_NOTICES, type RoomEvent } from './room-view.ts';

export interface NoticeHandlers {
  readonly leg: () => Leg | null;
  /** The owner has muted a source of one's own. */
  readonly onMuted: (source: MediaSource, by: Party) => void;
  /** The server no longer takes a source of one's own. */
  readonly onWithdrawn: (source: MediaSource) => void;
}

/** Brings what the server tells into the call. Returns what ends it. */
export function followNotices({ signal, dispatch }: GroupCallContext, handlers: NoticeHandlers): () => void {
  const subscriptions = [
    ...ROOM_NOTICES.map((name) =>
      // The notice of that name has that name's payload, which TypeScript does not follow through the list.
      signal.on(name, (data) => dispatch({ type: name, ...data } as RoomEvent)),
    ),
    signal.on('groupCall.muted', ({ producerId, source, by }) => {
      handlers.leg()?.sending.producerPaused(producerId);
      handlers.onMuted(source, by);
    }),
    signal.on('groupCall.rebuildNeeded', (data) => dispatch({ type: 'groupCall.rebuildNeeded', ...data })),
    signal.on('groupCall.ringUnanswered', (data) => dispatch({ type: 'groupCall.ringUnanswered', ...data })),
    signal.on('groupCall.ended', (data) => dispatch({ type: 'groupCall.ended', ...data })),
    signal.on('groupCall.producerClosed', (data) => {
      const source = handlers.leg()?.sending.producerClosed(data.producerId) ?? null;
      if (source === null) dispatch({ type: 'groupCall.producerClosed', ...data });
      else handlers.onWithdrawn(source);
    }),
    signal.on('groupCall.consumerOpened', (data) => handlers.leg()?.receiving.open(data)),
    signal.on('groupCall.consumerClosed', (data) => handlers.leg()?.receiving.closed(data.consumerId)),
    signal.on('groupCall.consumerLayersChanged', ({ consumerId, spatialLayer }) =>
      handlers.leg()?.receiving.layerChanged(consumerId, spatialLayer),
    ),
    signal.subscribe(() => {
      const { state } = signal;
      if (state.phase === 'closed')
        dispatch({ type: 'signalClosed', code: state.code ?? 'service-unavailable' });
    }),
    signal.onSessionReplaced(() => dispatch({ type: 'rebuild', reason: 'session-lost' })),
  ];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
