import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { signOut } from '#client/api/account-data.ts';
import { signOutTarget } from '#client/app/guard.ts';
import { leave } from '#client/ui/leave-guard.ts';

export const useSignOut = (): { readonly run: () => void; readonly busy: boolean } => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // No one is signed in here from now on, whether or not the server has heard of it. At once: the guard sends anyone who
      // is signed out to its door with a way back, and has to have done so before the way from here is gone.
      const ended = flushSync(() => signOut(queryClient));
      const target = signOutTarget(pathname);
      if (target !== null) await navigate(target);
      await ended;
    },
  });
  return { run: () => leave(mutate), busy: isPending };
};
