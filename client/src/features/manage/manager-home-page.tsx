import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link2, type LucideIcon, MessagesSquare, TabletSmartphone, Users } from 'lucide-react';
import { currentCustomerQuery } from '#client/api/queries/current-customer.ts';
import { customerCountsQuery } from '#client/api/queries/customer-counts.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

/** `/manager`. */
export const ManagerHomePage = () => {
  const { t, i18n } = useLingui();
  const { data: customer, error: customerError } = useQuery(currentCustomerQuery());
  const { data: counts, error } = useQuery(customerCountsQuery());
  return (
    <Page width="page">
      <PageHeading
        title={t`Console`}
        lead={customer ? <Trans>You look after {customer.name}.</Trans> : ' '}
      />
      {customerError && !customer && (
        <chakra.div mb="4">
          <Banner tone="error">
            <Trans>Failed to get customer settings.</Trans>
          </Banner>
        </chakra.div>
      )}
      {error && <Banner tone="error">{i18n._(textOfError(error))}</Banner>}
      <chakra.dl
        display="grid"
        gap="4"
        m="0"
        gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)' }}
        hidden={Boolean(error)}
      >
        <Count icon={Users} label={t`Users`} value={counts?.users} />
        <Count icon={TabletSmartphone} label={t`Devices`} value={counts?.devices} />
        <Count icon={Link2} label={t`Pairs`} value={counts?.pairs} />
        <Count icon={MessagesSquare} label={t`Groups`} value={counts?.groups} />
      </chakra.dl>
    </Page>
  );
};

interface CountProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly value: number | undefined;
}

const Count = ({ icon: Icon, label, value }: CountProps) => (
  <Panel as="div" display="flex" flexDirection="column" gap="2">
    <chakra.dt display="flex" alignItems="center" gap="2" textStyle="small" color="ink.muted">
      <Icon size={18} aria-hidden />
      {label}
    </chakra.dt>
    <chakra.dd m="0" fontSize="2rem" lineHeight="1.2" fontWeight="semibold">
      {value ?? <Skeleton height="2.4rem" width="3ch" />}
    </chakra.dd>
  </Panel>
);
