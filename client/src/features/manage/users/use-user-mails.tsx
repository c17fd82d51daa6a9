import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';

interface UserMail {
  readonly send: () => Promise<unknown>;
  readonly done: ReactNode;
}

export interface UserMails {
  /** The invitation, or the link that verifies or confirms the address: what the user waits for. */
  readonly resend: (user: User) => void;
  readonly resetPassword: (user: User) => void;
}

/** Whether a mail that the user has to act on can be sent again. */
export const waitsForMail = ({ verified, pendingEmail, invitedAt }: User): boolean =>
  verified === 'UNVERIFIED' || pendingEmail !== null || invitedAt !== null;

/** Mails that a manager has sent to a user. */
export function useUserMails(): UserMails {
  const { i18n } = useLingui();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ send }: UserMail) => send(),
    onSuccess: (_, { done }) => showSnackbar('success', done),
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
  return {
    resend: ({ id, email, pendingEmail }) => {
      const address = pendingEmail ?? email;
      mutate({
        send: () => callApi('users.resend', { parameters: { id } }),
        done: <Trans>E-mail sent to {address} again</Trans>,
      });
    },
    resetPassword: ({ id, email }) =>
      mutate({
        send: () => callApi('users.sendReset', { parameters: { id } }),
        done: <Trans>A link to set a new password is on its way to {email}</Trans>,
      }),
  };
}
