/** Wishes to call that no page has carried out yet. In memory alone: an address, a bookmark or a restored tab has none. */
const wishes = new Set<string>();

/** In the state of a navigation: someone has pressed something that calls. */
interface CallIntent {
  readonly callIntent: string;
}

/** For `navigate(address, { state: callIntent() })`, at a click or key press that is to ring someone. */
export function callIntent(): CallIntent {
  const wish = crypto.randomUUID();
  wishes.add(wish);
  return { callIntent: wish };
}

/** Whether the page was opened by someone who has just pressed something that calls; true once for each press. */
export function takeCallIntent(state: unknown): boolean {
  if (state === null || typeof state !== 'object' || !('callIntent' in state)) return false;
  return typeof state.callIntent === 'string' && wishes.delete(state.callIntent);
}
