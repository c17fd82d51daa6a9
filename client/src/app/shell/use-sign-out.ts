import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { signOut } from '#client/api/sign-in.ts';
import { signOutTarget } from '#client/app/guard.ts';

export const useSignOut = (): { readonly run: () => void; readonly busy: boolean } => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => signOut(queryClient),
    onSettled: async () => {
      const target = signOutTarget(pathname);
      if (target !== null) await navigate(target);
    },
  });
  return { run: () => mutate(), busy: isPending };
};
