/** State of a history entry whose call is over: a reload, or the way back to it, does not begin the call again. */
export const overMark = { callOver: true } as const;

/** Whether the call of this history entry is over. */
export const isMarkedOver = (state: unknown): boolean =>
  state !== null && typeof state === 'object' && 'callOver' in state && state.callOver === true;
