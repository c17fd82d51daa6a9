import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#client/api/api-types.ts';
import { callApi, mergeTagged } from '#client/api/call-api.ts';
import { offerUndo } from '#client/features/manage/form/undo.tsx';
import { textOfError } from '#client/i18n/error-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { idOfIri, iri } from '#protocol/rest/field.ts';

/** Makes a user a manager of the own customer, at once; undoing takes both back. */
export function useGrantManagement(): (user: User) => void {
  const { i18n } = useLingui();
  const named = useNamed();
  const queryClient = useQueryClient();
  const shared = {
    onError: (error: Error) => showSnackbar('error', i18n._(textOfError(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  };
  const revoke = useMutation({
    mutationFn: (id: string) => mergeTagged('users', id, { isManager: false }),
    ...shared,
  });
  const grant = useMutation({
    async mutationFn({ id, name: shown, customer, customerName }: User) {
      const name = named({ kind: 'user', name: shown });
      await mergeTagged('users', id, { isManager: true });
      await callApi('customers.addManager', {
        parameters: { customer_id: idOfIri(customer) },
        body: { user: iri('users', id) },
      });
      offerUndo(
        <Trans>
          {name} is now a manager of {customerName}
        </Trans>,
        () => revoke.mutate(id),
      );
    },
    ...shared,
  });
  return (user) => grant.mutate(user);
}
