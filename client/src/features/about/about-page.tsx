import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock, type LucideIcon, Server, Users, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { installationQuery } from '#client/api/queries/installation.ts';
import { Logo } from '#client/ui/logo.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';

/** `/about`. */
export const AboutPage = () => {
  const { t } = useLingui();
  const { data: installation } = useQuery(installationQuery());
  return (
    <Page width="prose">
      <chakra.div mb="8">
        <Logo width="168px" />
      </chakra.div>
      <PageHeading
        title={t`About Hibiki`}
        lead={
          <Trans>
            Hibiki (響き, “resonance”) is a self-hosted platform for video and audio calls: between two people
            or devices, and in groups.
          </Trans>
        }
      />
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        <Fact icon={Video} title={t`1-to-1 calls, peer to peer`}>
          <Trans>
            Video and audio are end-to-end encrypted, and go directly between browsers wherever the network
            allows it.
          </Trans>
        </Fact>
        <Fact icon={Users} title={t`Group calls`}>
          <Trans>Each video is sent at the size you see it.</Trans>
        </Fact>
        <Fact icon={Server} title={t`A server of your own`}>
          <Trans>Accounts and call history stay on your organisation’s servers.</Trans>
        </Fact>
        <Fact icon={Lock} title={t`Only people you know`}>
          <Trans>Only people and devices you approved can call you, and guests you gave a link.</Trans>
        </Fact>
      </chakra.div>
      <chakra.ul mt="6" p="0" listStyle="none" display="flex" flexWrap="wrap" columnGap="6" rowGap="2">
        <li>
          <TextLink to="/selftest">
            <Trans>Check camera, audio and network</Trans>
          </TextLink>
        </li>
        <li>
          <TextLink to="/terms">
            <Trans>Terms of service</Trans>
          </TextLink>
        </li>
        <li>
          <TextLink to={installation?.privacyUrl ?? '/privacy'}>
            <Trans>Privacy policy</Trans>
          </TextLink>
        </li>
      </chakra.ul>
    </Page>
  );
};

interface FactProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
}

const Fact = ({ icon: Icon, title, children }: FactProps) => (
  <Panel>
    <chakra.span color="primary" display="inline-flex" mb="3">
      <Icon size={24} aria-hidden />
    </chakra.span>
    <chakra.h2 textStyle="subheading">{title}</chakra.h2>
    <chakra.p textStyle="small" color="ink.muted" mt="1">
      {children}
    </chakra.p>
  </Panel>
);
