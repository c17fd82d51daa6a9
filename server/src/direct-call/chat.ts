import { randomUUID } from 'node:crypto';
import type { CallMessage } from '#protocol/signal/chat.ts';
import type { CallNotifier } from './call-notifier.ts';
import { type OwnedCall, type Participant, present } from './owned-call.ts';

export interface Utterance {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly notifier: Pick<CallNotifier, 'notify'>;
}

/**
 * To everyone in the call, the writer included: all read the same in the same order (SPEC.md, D19).
 *
 * @throws `too-many-requests`
 */
export function sendMessage(call: OwnedCall, writer: Participant, { text, at, notifier }: Utterance): void {
  const { party } = writer.identity;
  const message: CallMessage = { id: randomUUID(), party, text, at: new Date(at).toISOString() };
  call.chat.add(message);
  const data = { callId: call.id, ...message };
  for (const [, participant] of present(call))
    notifier.notify(call, participant, { notice: 'directCall.said', data });
}

/** Anyone who was invited later reads what was written from then on. */
export const messagesFor = ({ chat }: OwnedCall, { since }: Participant): CallMessage[] =>
  chat.messages.filter(({ at }) => Date.parse(at) >= since);
