import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link2, type LucideIcon, MessagesSquare, TabletSmartphone, Users } from 'lucide-react';
import { customerCountsQuery } from '#client/api/queries/customer-counts.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

/** How much there is of what the account looks after. */
export const Counts = () => {
  const { t, i18n } = useLingui();
  const { customerIds } = useScope();
  const { data: counts, error } = useQuery(customerCountsQuery(customerIds));
  if (error) return <Banner tone="error">{i18n._(textOfError(error))}</Banner>;
  return (
    <chakra.dl
      display="grid"
      gap="3"
      m="0"
      gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)', lg: '1fr 1fr', xl: 'repeat(4, 1fr)' }}
    >
      <Count icon={Users} to="/manager/users" label={t`Users`} value={counts?.users} />
      <Count icon={TabletSmartphone} to="/manager/devices" label={t`Devices`} value={counts?.devices} />
      <Count icon={Link2} to="/manager/pairs" label={t`Pairs`} value={counts?.pairs} />
      <Count icon={MessagesSquare} to="/manager/groups" label={t`Groups`} value={counts?.groups} />
    </chakra.dl>
  );
};

interface CountProps {
  readonly icon: LucideIcon;
  readonly to: string;
  readonly label: string;
  readonly value: number | undefined;
}

const Count = ({ icon: Icon, to, label, value }: CountProps) => {
  const { i18n } = useLingui();
  return (
    <Panel as="div" p="4" display="flex" flexDirection="column" gap="1">
      <chakra.dt textStyle="small">
        <chakra.span
          display="flex"
          alignItems="center"
          gap="2"
          minH="6"
          color="link"
          fontWeight="medium"
          _hover={{ textDecoration: 'underline' }}
          asChild
        >
          <ConsoleLink to={to}>
            <Icon size={18} aria-hidden />
            {label}
          </ConsoleLink>
        </chakra.span>
      </chakra.dt>
      <chakra.dd m="0" fontSize="1.75rem" lineHeight="1.2" fontWeight="semibold">
        {value === undefined ? <Skeleton height="2.1rem" width="3ch" /> : value.toLocaleString(i18n.locale)}
      </chakra.dd>
    </Panel>
  );
};
