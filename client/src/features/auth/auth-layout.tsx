import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BrandGround } from '#client/ui/brand-ground.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { RingPattern } from '#client/ui/ring-pattern.tsx';
import { useMediaQuery } from '#client/ui/use-media-query.ts';

/** Where there is space for the brand beside the form. */
const TWO_PANES = '(min-width: 1024px)';

export interface AuthLayoutProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Below the form: ways to the other screens of the kind. */
  readonly footer?: ReactNode;
}

/** A form beside the brand; on a phone the form alone. */
export const AuthLayout = ({ title, lead, children, footer }: AuthLayoutProps) => {
  useDocumentTitle(title);
  const twoPanes = useMediaQuery(TWO_PANES);
  return (
    <chakra.div
      flex="1"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.1fr) minmax(0, 1fr)' }}
    >
      {twoPanes && <BrandPane />}
      <chakra.div
        display="grid"
        justifyItems="center"
        // Every form begins at the same height, so that nothing jumps from one to the next.
        alignContent="start"
        px={{ base: '5', md: '8' }}
        pt={{ base: '10', md: '16', lg: 'max(4rem, 14dvh)' }}
        pb="12"
      >
        <chakra.div width="full" maxW="form" animation="rise 360ms" animationTimingFunction="out">
          <chakra.h1 textStyle="title" tabIndex={-1} data-page-heading outline="none">
            {title}
          </chakra.h1>
          {lead && (
            <chakra.div color="ink.muted" mt="2">
              {lead}
            </chakra.div>
          )}
          <chakra.div mt="8">{children}</chakra.div>
          {footer && (
            <chakra.div
              mt="8"
              pt="6"
              borderTop="1px solid"
              borderColor="line"
              textStyle="small"
              color="ink.muted"
            >
              {footer}
            </chakra.div>
          )}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
};

const BrandPane = () => (
  <BrandGround as="aside" m="4" me="0" minH="34rem">
    <chakra.div position="absolute" top="-14%" insetEnd="-18%" width="88%" aspectRatio="1">
      <RingPattern />
    </chakra.div>
    <chakra.div position="absolute" insetInline="0" bottom="0" p={{ lg: '10', xl: '14' }}>
      <chakra.p textStyle="display" fontFamily="display" color="white" maxW="11em" textWrap="balance">
        <Trans>Video calls on your own server</Trans>
      </chakra.p>
      <chakra.p mt="4" maxW="30em" color="#C8D2EC">
        <Trans>1-to-1 and group calls with people and devices you know.</Trans>
      </chakra.p>
    </chakra.div>
  </BrandGround>
);
