import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page } from '#client/ui/panel.tsx';
import { GroupList } from './group-list.tsx';
import { Notices } from './notices.tsx';
import { InviteButton, PairList } from './pair-list.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { Section } from './section.tsx';
import { ServiceCards } from './service-cards.tsx';
import { useOwnUser } from './use-own-user.ts';
import { useServices } from './use-services.ts';

/** `/user`. */
export const HomePage = () => {
  const { t } = useLingui();
  const user = useOwnUser();
  const { services } = useServices();
  return (
    <Page width="page">
      <PageHeading title={t`Hello, ${user.name}`} />
      <chakra.div display="grid" gap={{ base: '8', md: '10' }}>
        <ServiceCards />
        <Notices />
        <chakra.div
          display="grid"
          gap={{ base: '8', md: '10' }}
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.2fr) minmax(0, 1fr)' }}
        >
          <Section title={t`People and devices`} actions={<InviteButton />}>
            <PairList userId={user.id} callable={services?.video ?? false} />
          </Section>
          <chakra.div display="grid" gap={{ base: '8', md: '10' }}>
            {services?.group !== false && (
              <Section title={t`Groups`}>
                <GroupList userId={user.id} callable={services?.group ?? false} />
              </Section>
            )}
            <RecentCalls />
          </chakra.div>
        </chakra.div>
      </chakra.div>
    </Page>
  );
};
