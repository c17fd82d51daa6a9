import { randomUUID } from 'node:crypto';
import type { CallMessage } from '#protocol/signal/chat.ts';
import type { DirectCall } from './direct-call.ts';
import { type Participant, present } from './participant.ts';

/**
 * To everyone in the call, the writer included: all read the same in the same order (SPEC.md, D19).
 *
 * @param at milliseconds since 1970
 * @throws `too-many-requests`
 */
export function sendMessage(call: DirectCall, writer: Participant, text: string, at: number): void {
  const { party } = writer.identity;
  const message: CallMessage = { id: randomUUID(), party, text, at: new Date(at).toISOString() };
  call.chat.add(message);
  const data = { callId: call.id, ...message };
  for (const { participant } of present(call)) call.notify(participant, { notice: 'directCall.said', data });
}

/** Anyone who was invited later reads what was written from then on. */
export const messagesFor = ({ chat }: DirectCall, { since }: Participant): CallMessage[] =>
  chat.messages.filter(({ at }) => Date.parse(at) >= since);
