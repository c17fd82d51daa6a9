import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '#client/api/call-api.ts';
import { IMPORT_CHUNK_ROWS, MAX_FILE_NAME } from '#protocol/limits.ts';
import type { ImportedResource } from '#protocol/rest/resources/task.ts';
import { readableLine } from '#protocol/text.ts';
import { SEND_IMPORT_KEY } from './send-import-key.ts';

/** What is sent of a file. */
export interface ImportRows {
  readonly fileName: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** Where each of them stands in the file, from 1. */
  readonly lines: readonly number[];
}

/** What has been sent of a file; another try goes on from there. */
interface Sent {
  readonly file: ImportRows;
  taskId: string | null;
  chunks: number;
}

function startBody(
  resource: ImportedResource,
  body: Readonly<Record<string, unknown>> | undefined,
  file: ImportRows,
) {
  // The API takes no hidden characters, which file systems allow.
  const fileName = readableLine(file.fileName, MAX_FILE_NAME);
  return {
    resource,
    action: 'import' as const,
    ...(body && { body }),
    ...(fileName !== '' && { fileName }),
  };
}

/**
 * Sends rows in chunks and has them checked.
 *
 * @param body what new items have beside their rows
 * @param onChecking is given the task, which checks the rows from then on
 */
export function useSendImport(
  resource: ImportedResource,
  body: Readonly<Record<string, unknown>> | undefined,
  onChecking: (taskId: string) => void,
) {
  const queryClient = useQueryClient();
  const progress = useRef<Sent | null>(null);
  const [sent, setSent] = useState(0);
  const send = useMutation({
    mutationKey: SEND_IMPORT_KEY,
    async mutationFn(file: ImportRows) {
      const before = progress.current;
      const state = before?.file === file ? before : { file, taskId: null, chunks: 0 };
      progress.current = state;
      state.taskId ??= (await callApi('tasks.start', { body: startBody(resource, body, file) })).id;
      const { taskId } = state;
      const { rows, lines } = file;
      for (; state.chunks * IMPORT_CHUNK_ROWS < rows.length; state.chunks += 1) {
        const first = state.chunks * IMPORT_CHUNK_ROWS;
        const end = first + IMPORT_CHUNK_ROWS;
        setSent(first);
        await callApi('tasks.putChunk', {
          parameters: { id: taskId, number: String(state.chunks) },
          body: { rows: rows.slice(first, end), lines: lines.slice(first, end) },
        });
      }
      setSent(rows.length);
      await callApi('tasks.check', { parameters: { id: taskId } });
      return taskId;
    },
    onSuccess: onChecking,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  });
  return { send, sent };
}
