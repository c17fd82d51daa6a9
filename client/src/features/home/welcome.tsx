import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNamed } from '#client/i18n/use-named.ts';
import { BrandGround } from '#client/ui/brand-ground.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { RingPattern } from '#client/ui/ring-pattern.tsx';
import { ServiceCards } from './service-cards.tsx';

export interface WelcomeProps {
  readonly name: string;
  /** At the end of the line of the greeting. */
  readonly actions?: ReactNode;
}

/** The top of the home: whose it is, and the ways into a call. */
export const Welcome = ({ name: shown, actions }: WelcomeProps) => {
  const { t } = useLingui();
  const name = useNamed()({ kind: 'user', name: shown });
  return (
    <BrandGround mb={{ base: '5', md: '6' }}>
      <chakra.div
        position="absolute"
        top="-11rem"
        insetEnd={{ base: '-44%', md: '-9%' }}
        width={{ base: '100%', md: '52%' }}
        aspectRatio="1"
        opacity="0.8"
      >
        <RingPattern />
      </chakra.div>
      {/* What stands here has the colours of the dark theme, the focus as well. */}
      <chakra.div
        className="dark"
        color="ink"
        position="relative"
        display="grid"
        columnGap="6"
        rowGap="3"
        alignItems="center"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(14rem, 1fr) auto' }}
        px={{ base: '4', md: '6' }}
        py={{ base: '3', md: '4' }}
        // The people to call come first: this is one line above them.
        css={{ '& [data-page-heading]': { textStyle: 'heading' }, '& > :first-child': { mb: '0' } }}
      >
        <PageHeading title={t`Hello, ${name}`} actions={actions} />
        <ServiceCards />
      </chakra.div>
    </BrandGround>
  );
};
