import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Attention } from './attention.tsx';
import { Counts } from './counts.tsx';
import { NewestNotifications } from './newest-notifications.tsx';
import { Today } from './today.tsx';

/** `/manager`: what needs attention first, then how the day goes. */
export const HomePage = () => {
  const { t } = useLingui();
  const account = useConsoleAccount();
  const { customerId } = useScope();
  const { data: customer, error } = useQuery({
    ...managedCustomerQuery(customerId ?? ''),
    enabled: customerId !== null,
  });
  if (account.kind === 'manager' && account.manages.length === 0) {
    return (
      <ConsolePage title={t`Overview`}>
        <Banner tone="info">
          <Trans>You don’t manage a customer yet. Ask an administrator to give you one.</Trans>
        </Banner>
      </ConsolePage>
    );
  }
  return (
    <ConsolePage title={t`Overview`}>
      <chakra.p color="ink.muted" textStyle="small" mb="3" minH="5">
        {customerId === null ? (
          account.kind === 'admin' ? (
            <Trans>You manage all customers.</Trans>
          ) : (
            <Trans>You manage all of your customers.</Trans>
          )
        ) : (
          customer && <Trans>You manage {customer.name}.</Trans>
        )}
      </chakra.p>
      {error && !customer && (
        <chakra.div mb="4">
          <Banner tone="error">
            <Trans>Failed to get customer settings.</Trans>
          </Banner>
        </chakra.div>
      )}
      <chakra.div
        display="grid"
        gap="5"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      >
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" minW="0">
          <Attention customerId={customerId} />
          <Counts />
        </chakra.div>
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" minW="0">
          <Today customerId={customerId} />
          <NewestNotifications />
        </chakra.div>
      </chakra.div>
    </ConsolePage>
  );
};
