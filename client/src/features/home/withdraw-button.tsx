import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Pair } from '#client/api/api-types.ts';
import { deleteItem } from '#client/api/call-api.ts';
import { pairParty } from '#client/api/pair-name.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';

/** Takes an invitation back that the other side has not approved. */
export const WithdrawButton = ({ pair }: { readonly pair: Pair }) => {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const name = useNamed()(pairParty(pair));
  return (
    <>
      <IconButton label={t`Revoke ${name}’s invitation`} size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      {asking && (
        <ConfirmChange
          title={t`Revoke invitation?`}
          confirmLabel={t`Revoke`}
          queryKey="pairs"
          change={() => deleteItem('pairs', pair.id)}
          onClose={() => setAsking(false)}
        >
          {pair.serialPrinted === null ? (
            <Trans>The link we sent to {name} will stop working. This can’t be undone.</Trans>
          ) : (
            <Trans>{name} will no longer show your request. This can’t be undone.</Trans>
          )}
        </ConfirmChange>
      )}
    </>
  );
};
