import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Customer, User } from '#client/api/api-types.ts';
import { callApi, mergeTagged, readTagged } from '#client/api/call-api.ts';
import { offerUndo } from '#client/features/manage/form/undo.tsx';
import { textOfError } from '#client/i18n/error-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { iri } from '#protocol/rest/field.ts';

/** Lets a user manage the customer; one who has managed none becomes a manager first. */
async function grant(customerId: string, userId: string): Promise<void> {
  const { item, etag } = await readTagged('users', userId);
  if (!item.isManager) await mergeTagged('users', userId, { isManager: true }, { ifMatch: etag });
  await callApi('customers.addManager', {
    parameters: { customer_id: customerId },
    body: { user: iri('users', userId) },
  });
}

const revoke = (customerId: string, userId: string) =>
  callApi('customers.removeManager', { parameters: { customer_id: customerId, user_id: userId } });

interface ManagerChange {
  readonly user: Pick<User, 'id' | 'name'>;
  readonly kind: 'grant' | 'revoke';
  /** It undoes another one, and is not offered to be undone itself. */
  readonly undoes?: true;
}

/** Adds and removes managers of a customer, at once; each change can be undone. */
export function useManagers({ id, name: customerName }: Customer) {
  const { i18n } = useLingui();
  const named = useNamed();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: ({ user, kind }: ManagerChange) =>
      kind === 'grant' ? grant(id, user.id) : revoke(id, user.id),
    onSuccess: (_, { user, kind, undoes }) => {
      if (undoes) return;
      const name = named({ kind: 'user', name: user.name });
      if (kind === 'grant') {
        offerUndo(
          <Trans>
            {name} manages {customerName} now
          </Trans>,
          () => change.mutate({ user, kind: 'revoke', undoes: true }),
        );
      } else {
        offerUndo(
          <Trans>
            {name} no longer manages {customerName}
          </Trans>,
          () => change.mutate({ user, kind: 'grant', undoes: true }),
        );
      }
    },
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
    onSettled: () =>
      Promise.all(['customers', 'users'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });
  return change;
}
