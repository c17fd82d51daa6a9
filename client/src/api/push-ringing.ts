import { callApi } from './call-api.ts';
import { pushOwner } from './push-owner.ts';

/** Whether this device rings while no page is open, or why it cannot. */
export type PushRinging =
  | 'on'
  | 'off'
  /** Notifications are forbidden for this page. */
  | 'blocked'
  /** iOS and iPadOS have it for what is on the home screen. */
  | 'needs-install'
  | 'unsupported';

export async function readPushRinging(userId: string): Promise<PushRinging> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return 'unsupported';
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'standalone' in navigator && navigator.standalone === false ? 'needs-install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'blocked';
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && pushOwner.get() === userId ? 'on' : 'off';
}

export interface PushOptions {
  readonly userId: string;
  /** The installation's. */
  readonly key: string;
  /** Of the notifications. */
  readonly lang: 'ja' | 'en';
}

/** Asks for the permission, and has this device ring from then on; without effect where people refuse. Only on a press. */
export async function switchPushOn(options: PushOptions): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await subscribe(options);
  pushOwner.set(options.userId);
}

export async function switchPushOff(): Promise<void> {
  await endPush();
  await callApi('pushSubscription.remove', {});
}

/** Stops this browser from taking messages, after a sign-out or when it is switched off; the server need not know yet. */
export async function endPush(): Promise<void> {
  pushOwner.forget();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** The server may have lost the subscription, or have new keys; the browser may have renewed it, or the language be another. */
export async function keepPush(options: PushOptions): Promise<void> {
  if (pushOwner.get() !== options.userId) await endPush();
  else if (Notification.permission === 'granted') await subscribe(options);
}

async function subscribe({ key, lang }: PushOptions): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  const isCurrent = former !== null && base64Url(former.options.applicationServerKey) === key;
  if (former && !isCurrent) await former.unsubscribe();
  const subscription =
    former && isCurrent
      ? former
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint } = subscription;
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')];
  await callApi('pushSubscription.save', {
    body: { endpoint, p256dh: base64Url(p256dh), auth: base64Url(auth), lang },
  });
}

const base64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
