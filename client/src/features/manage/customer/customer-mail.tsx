import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import type { Customer } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { WaitingMail } from '#client/features/manage/form/waiting-mail.tsx';
import { VerifiedBadge } from '#client/features/manage/shell/verified-badge.tsx';

/** The address of a customer, whether it is verified, and what waits for its link to be opened. */
export const CustomerMail = ({
  customer: { id, mail, state, pendingMail },
}: {
  readonly customer: Customer;
}) => {
  const resend = () => callApi('customers.resendLink', { parameters: { id } });
  const withdraw = () => callApi('customers.withdrawMail', { parameters: { id } });
  return (
    <chakra.div display="grid" gap="2">
      <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
        {mail ?? <Trans>None</Trans>}
        <VerifiedBadge state={state} />
      </chakra.span>
      {state === 'UNVERIFIED' && mail !== null && pendingMail === null && (
        <WaitingMail tone="warning" mail={mail} queryKey="customers" resend={resend}>
          <Trans>All services are off until the link that was sent to {mail} has been opened.</Trans>
        </WaitingMail>
      )}
      {pendingMail !== null && (
        <WaitingMail tone="info" mail={pendingMail} queryKey="customers" resend={resend} withdraw={withdraw}>
          <Trans>We sent a link to {pendingMail}. The address changes when it is opened.</Trans>
        </WaitingMail>
      )}
    </chakra.div>
  );
};
