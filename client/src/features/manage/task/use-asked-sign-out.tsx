import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { listFreely } from '#client/api/call-api.ts';
import { SEND_IMPORT_KEY } from '#client/features/manage/import/send-import-key.ts';
import type { EndedTasks } from './sign-out-dialog.tsx';

const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));

/** A server that does not answer keeps no one signed in. */
const ANSWER_WITHIN_MS = 3_000;
/** An account has no more of them at once. */
const MOST_TASKS = 20;

export interface SignOut {
  readonly run: () => void;
  readonly busy: boolean;
}

export interface AskedSignOut extends SignOut {
  /** To be rendered beside what signs out. */
  readonly question: ReactNode;
}

/**
 * Signs out, after a question where that ends tasks: the server works on a task by the sign-in that began it. Once that has
 * ended, the remaining rows fail, and a check is cancelled.
 */
export function useAskedSignOut(signOut: SignOut): AskedSignOut {
  const queryClient = useQueryClient();
  const [ended, setEnded] = useState<EndedTasks | null>(null);
  const look = useMutation({
    mutationFn: async (): Promise<EndedTasks> => {
      const isSending = queryClient.isMutating({ mutationKey: SEND_IMPORT_KEY }) > 0;
      const query = { state: ['running', 'checking'], pageSize: MOST_TASKS };
      const list = await listFreely('tasks', query, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      return { isSending, tasks: list['hydra:member'] };
    },
    onSuccess(found) {
      if (found.isSending || found.tasks.length > 0) setEnded(found);
      else signOut.run();
    },
    onError: signOut.run,
  });
  return {
    run: () => look.mutate(),
    busy: look.isPending || signOut.busy,
    question: ended && (
      <Suspense>
        <SignOutDialog
          ended={ended}
          onSignOut={() => {
            setEnded(null);
            signOut.run();
          }}
          onStay={() => setEnded(null)}
        />
      </Suspense>
    ),
  };
}
