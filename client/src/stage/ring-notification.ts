import { useEffect, useEffectEvent } from 'react';

/** An icon of public/. */
const ICON = '/icons/icon-192.png';

export interface RingNotification {
  readonly callId: string;
  /** `Alice is calling`. */
  readonly title: string;
  readonly answer: string;
  readonly decline: string;
  readonly onAnswer: () => void;
  readonly onDecline: () => void;
}

/** Actions are not in TypeScript's DOM types: not every browser shows them. */
interface ActionableOptions extends NotificationOptions {
  readonly actions: readonly { readonly action: string; readonly title: string }[];
  readonly renotify: boolean;
}

/** What the service worker says when a ring's notification was clicked (client/service-worker). */
interface RingClicked {
  readonly type: 'ring-clicked';
  readonly callId: string;
  readonly action: string;
}

const isRingClicked = (data: unknown): data is RingClicked =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'ring-clicked';

let last: Promise<void> = Promise.resolve();

/**
 * One after the other: a ring that is taken down and put up again at once could close the notification that it has just shown.
 * A notification that cannot be shown is no reason not to ring.
 */
const inOrder = (work: () => Promise<void>): void => {
  last = last.then(work).catch(() => {});
};

/**
 * A system notification for as long as someone calls and the tab is hidden, where people have allowed it. Its click, and
 * its buttons, answer and decline.
 */
export function useRingNotification(ring: RingNotification): void {
  const { callId } = ring;
  const show = useEffectEvent(async (registration: ServiceWorkerRegistration) => {
    const options: ActionableOptions = {
      tag: callId,
      icon: ICON,
      requireInteraction: true,
      renotify: true,
      actions: [
        { action: 'answer', title: ring.answer },
        { action: 'decline', title: ring.decline },
      ],
    };
    await registration.showNotification(ring.title, options);
  });
  const onClicked = useEffectEvent((action: string) => {
    // A click beside the buttons only brings the page to the front, where it rings.
    if (action === 'answer') ring.onAnswer();
    if (action === 'decline') ring.onDecline();
  });

  useEffect(() => {
    if (!('serviceWorker' in navigator) || !('Notification' in globalThis)) return;
    let ended = false;
    const close = async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      for (const notification of (await registration?.getNotifications({ tag: callId })) ?? []) {
        notification.close();
      }
    };
    const follow = async () => {
      if (Notification.permission !== 'granted' || document.visibilityState === 'visible') return close();
      const registration = await navigator.serviceWorker.getRegistration();
      if (registration?.active && !ended) await show(registration);
    };
    const followInOrder = () => inOrder(follow);
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (isRingClicked(data) && data.callId === callId) onClicked(data.action);
    };
    document.addEventListener('visibilitychange', followInOrder);
    navigator.serviceWorker.addEventListener('message', onMessage);
    followInOrder();
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', followInOrder);
      navigator.serviceWorker.removeEventListener('message', onMessage);
      inOrder(close);
    };
  }, [callId]);
}
