import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Pair } from '#client/api/api-types.ts';
import { deleteItem } from '#client/api/call-api.ts';
import { pairName } from '#client/api/pair-name.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';

/** Takes an invitation back that the other side has not approved. */
export const WithdrawButton = ({ pair }: { readonly pair: Pair }) => {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const name = pairName(pair);
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
          <Trans>The link in the e-mail to {name} stops working. This can’t be undone.</Trans>
        </ConfirmChange>
      )}
    </>
  );
};
