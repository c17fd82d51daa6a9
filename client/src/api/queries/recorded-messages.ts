import { queryOptions } from '@tanstack/react-query';
import type { OperationReply } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';

export type RecordedMessage = OperationReply<'recordings.messages'>['messages'][number];

/** What was written in the chat of a recorded call. @param messagesUrl as `recordings.access` gives it */
export const recordedMessagesQuery = (id: string, messagesUrl: string) =>
  queryOptions({
    queryKey: ['recordings', 'messages', id],
    // Nothing is added to a recording that is over.
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<readonly RecordedMessage[]> {
      const access = new URL(messagesUrl, location.origin).searchParams.get('access') ?? undefined;
      const messages: RecordedMessage[] = [];
      for (;;) {
        const after = messages.at(-1)?.id;
        const page = await callApi('recordings.messages', {
          parameters: { id },
          query: { access, after },
          signal,
        });
        messages.push(...page.messages);
        if (!page.more || page.messages.length === 0) return messages;
      }
    },
  });
