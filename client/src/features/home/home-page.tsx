import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page } from '#client/ui/panel.tsx';
import { Section } from '#client/ui/section.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { headerVisibleAtom } from '#client/ui/ui-state.ts';
import { GroupList } from './group-list.tsx';
import { Notices } from './notices.tsx';
import { InviteButton, PairList } from './pair-list.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { ServiceCards } from './service-cards.tsx';
import { useOwnUser } from './use-own-user.ts';
import { useServices } from './use-services.ts';

/** `/user`. */
export const HomePage = () => {
  const { t } = useLingui();
  const user = useOwnUser();
  const { services } = useServices();
  const headerVisible = useAtomValue(headerVisibleAtom);
  return (
    <Page width="page">
      <PageHeading
        title={t`Hello, ${user.name}`}
        // With the header hidden, this is the way to where it can be shown again.
        actions={!headerVisible && <TextLink to="/user/settings">{t`Settings`}</TextLink>}
      />
      <chakra.div display="grid" gap={{ base: '8', md: '10' }} gridTemplateColumns="minmax(0, 1fr)">
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
          <chakra.div display="grid" gap={{ base: '8', md: '10' }} gridTemplateColumns="minmax(0, 1fr)">
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
