import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchAsManager } from '#client/signal/manager-watch.ts';
import { useScope } from './use-scope.ts';

/** Lists that change all the time, as during an import, are read again at most this often. */
const READ_EVERY_MS = 5_000;

/** Reads again what others have changed, as long as the console is shown. */
export function useManagedChanges(): void {
  const queryClient = useQueryClient();
  const { customerIds } = useScope();
  useEffect(() => {
    const waiting = new Map<string, ReturnType<typeof setTimeout>>();
    const readAgain = (resource: string) => {
      waiting.delete(resource);
      void queryClient.invalidateQueries({ queryKey: [resource] });
    };
    const end = watchAsManager({
      topics: ['changes'],
      customerIds,
      onPhase: () => {},
      onSnapshot: () => {},
      onNotice: (notice) => {
        if (notice.notice !== 'manage.resourceChanged') return;
        const { resource } = notice.data;
        if (waiting.has(resource)) return;
        waiting.set(
          resource,
          setTimeout(() => readAgain(resource), READ_EVERY_MS),
        );
      },
    });
    return () => {
      end();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, [queryClient, customerIds]);
}
