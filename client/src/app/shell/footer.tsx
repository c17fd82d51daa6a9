import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { versionQuery } from '#client/api/queries/version.ts';
import { copyrightYears, versionText } from './footer-text.ts';

/** The operator's own pages, named when the client is built; else the page about the product. */
const USERS_PAGE_URL = import.meta.env.VITE_USERS_PAGE_URL ?? '/about';
const COPYRIGHT_URL = import.meta.env.VITE_COPYRIGHT_URL ?? '/about';

export const Footer = () => {
  const { data: apiVersion } = useQuery(versionQuery());
  const years = copyrightYears(new Date());
  return (
    <chakra.footer
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
        <chakra.span>{versionText(import.meta.env.VITE_APP_VERSION, apiVersion)}</chakra.span>
        <chakra.span display="flex" flexWrap="wrap" columnGap="6" rowGap="1">
          <ExternalLink href={USERS_PAGE_URL}>
            <Trans>For users</Trans>
          </ExternalLink>
          <ExternalLink href={COPYRIGHT_URL}>
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
