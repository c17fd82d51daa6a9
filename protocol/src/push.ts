/**
 * What a push message says to the service worker of a browser, encrypted on its way (RFC 8291): a notification, with its
 * texts in the language of the browser.
 */
export interface PushMessage {
  /**
   * `ring`: a call; `group-ring`: the owner of a group asks the user to join its call; the others say how a ring has ended,
   * in the place of its notification.
   */
  readonly kind: 'ring' | 'group-ring' | 'missed' | 'answered' | 'declined';
  /** Of the notification: the call's id, or the group's. A page that rings uses the same tag. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Opened by a click where no page is open; a path of this site. Opening it neither rings nor answers. */
  readonly path: string;
}
