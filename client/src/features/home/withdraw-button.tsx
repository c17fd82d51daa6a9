import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Pair } from '#client/api/api-types.ts';
import { deleteItem } from '#client/api/call-api.ts';
import { pairName } from '#client/api/pair-name.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';

/** Takes an invitation back that the other side has not approved. */
export const WithdrawButton = ({ pair }: { readonly pair: Pair }) => {
  const { t, i18n } = useLingui();
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const name = pairName(pair);
  const withdraw = useMutation({
    mutationFn: () => deleteItem('pairs', pair.id),
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
    onSettled: async () => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: ['pairs'] });
    },
  });
  return (
    <>
      <IconButton label={t`Revoke ${name}’s invitation`} size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      {asking && (
        <ConfirmDialog
          dangerous
          title={t`Revoke invitation?`}
          confirmLabel={t`Revoke`}
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate()}
          onCancel={() => setAsking(false)}
        >
          <Trans>The link in the e-mail to {name} stops working. This can’t be undone.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
};
