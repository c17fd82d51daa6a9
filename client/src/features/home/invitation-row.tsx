import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import type { Pair } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListRow } from '#client/ui/list.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';

/** Somebody would like to be paired with the user. */
export const InvitationRow = ({ pair }: { readonly pair: Pair }) => {
  const { i18n, t } = useLingui();
  const queryClient = useQueryClient();
  const name = pair.ownerName;
  const approve = useMutation({
    mutationFn: () => callApi('pairs.approve', { parameters: { id: pair.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['pairs'] }),
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
  });
  return (
    <ListRow
      leading={<Avatar name={name} />}
      title={name}
      details={<Trans>Would like to pair with you</Trans>}
      trailing={
        <Button
          size="sm"
          aria-label={t`Approve ${name}`}
          loading={approve.isPending}
          onClick={() => approve.mutate()}
        >
          <UserCheck aria-hidden />
          <Trans>Approve</Trans>
        </Button>
      }
    />
  );
};
