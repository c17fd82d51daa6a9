/** Index of the last message that was written by a moment, in seconds; -1: none was. @param messages in their order */
export function lastWritten(messages: readonly { readonly offset: number }[], moment: number): number {
  return messages.findLastIndex(({ offset }) => offset <= moment);
}
