import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { installationQuery } from '#client/api/queries/installation.ts';
import { LOADING } from '#client/ui/loading-mark.ts';
import { copyrightYears, versionText } from './footer-text.ts';

/** Where the operator has no pages of their own. */
const PRODUCT_PAGE = '/about';

export const Footer = () => {
  const { data: installation } = useQuery(installationQuery());
  const years = copyrightYears(new Date());
  return (
    <chakra.footer
      // What comes may push it out of sight.
      css={{ [`*:has([${LOADING}]) + &`]: { display: 'none' } }}
      borderTop="1px solid"
      borderColor="line"
      color="ink.subtle"
      textStyle="caption"
      pb="env(safe-area-inset-bottom)"
    >
      <chakra.div
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        columnGap="6"
        rowGap="1"
        px={{ base: '4', md: '6' }}
        py="4"
        mx="auto"
        maxW="wide"
      >
        <chakra.span>{versionText(import.meta.env.VITE_APP_VERSION, installation?.version)}</chakra.span>
        <chakra.span display="flex" flexWrap="wrap" columnGap="6" rowGap="1">
          <ExternalLink href={installation?.usersPageUrl ?? PRODUCT_PAGE}>
            <Trans>For users</Trans>
          </ExternalLink>
          <ExternalLink href={installation?.copyrightUrl ?? PRODUCT_PAGE}>
            <Trans>© {years} Hibiki</Trans>
          </ExternalLink>
        </chakra.span>
      </chakra.div>
    </chakra.footer>
  );
};

const ExternalLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <chakra.a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    color="inherit"
    _hover={{ color: 'ink', textDecoration: 'underline' }}
  >
    {children}
  </chakra.a>
);
