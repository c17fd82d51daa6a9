import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { LOADING } from '#client/ui/loading-mark.ts';
import { Page } from '#client/ui/panel.tsx';
import { Section } from '#client/ui/section.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { headerVisibleAtom } from '#client/ui/ui-state.ts';
import { GroupList } from './group-list.tsx';
import { Notices } from './notices.tsx';
import { InviteButton, PairList } from './pair-list.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { useOwnUser } from './use-own-user.ts';
import { useServices } from './use-services.ts';
import { Welcome } from './welcome.tsx';

/** `/user`. */
export const HomePage = () => {
  const { t } = useLingui();
  const user = useOwnUser();
  const { services } = useServices();
  const headerVisible = useAtomValue(headerVisibleAtom);
  return (
    <Page width="page">
      <Welcome
        name={user.name}
        // With the header hidden, this is the way to where it can be shown again.
        actions={!headerVisible && <TextLink to="/user/settings">{t`Settings`}</TextLink>}
      />
      <chakra.div
        display="grid"
        gap={{ base: '8', md: '10' }}
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.2fr) minmax(0, 1fr)' }}
        css={{
          // Without past calls, the people to call have all the space.
          '&:has(> :last-child:empty)': { gridTemplateColumns: 'minmax(0, 1fr)' },
          // In order: what is there does not move when what stands above it arrives.
          [`& > :has([${LOADING}]) + *`]: { display: { base: 'none', lg: 'grid' } },
        }}
      >
        {services?.video !== false && (
          <Column>
            <Section title={t`People and devices`} actions={services?.video && <InviteButton />}>
              <PairList userId={user.id} callable={services?.video ?? false} />
            </Section>
            {services?.group !== false && (
              <Section title={t`Groups`}>
                <GroupList userId={user.id} callable={services?.group ?? false} />
              </Section>
            )}
          </Column>
        )}
        <Column>
          <Notices />
          <RecentCalls />
        </Column>
      </chakra.div>
    </Page>
  );
};

/** On a phone one stands below the other: first the people to call, then past calls. */
const Column = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '8', md: '10' },
    gridTemplateColumns: 'minmax(0, 1fr)',
    [`& > :has([${LOADING}]) ~ *`]: { display: 'none' },
  },
});
