import { Trans, useLingui } from '@lingui/react/macro';
import { MailPlus } from 'lucide-react';
import type { Pair } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { pairParty } from '#client/api/pair-name.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useChange } from '#client/ui/use-change.ts';

/** Mails an invitation again: its link expires, and mails get lost. */
export const ResendButton = ({ pair }: { readonly pair: Pair }) => {
  const { t } = useLingui();
  const name = useNamed()(pairParty(pair));
  const resend = useChange(
    'pairs',
    () => callApi('pairs.resendInvitation', { parameters: { id: pair.id } }),
    { done: <Trans>Invitation sent to {name} again</Trans> },
  );
  return (
    <IconButton
      label={t`Send invitation to ${name} again`}
      size="sm"
      loading={resend.isPending}
      onClick={() => resend.mutate()}
    >
      <MailPlus aria-hidden />
    </IconButton>
  );
};
