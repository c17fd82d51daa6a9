import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { installationQuery } from '#client/api/queries/installation.ts';

/** Leads to the operator's own policy, else to what the product itself does. */
export const PrivacyLink = () => {
  const { data: installation } = useQuery(installationQuery());
  return (
    <chakra.a
      href={installation?.privacyUrl ?? '/privacy'}
      target="_blank"
      rel="noopener noreferrer"
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      color="link"
      fontWeight="semibold"
      textDecoration="underline"
      textUnderlineOffset="0.2em"
    >
      <Trans>Privacy policy</Trans>
      <ExternalLink size={15} aria-hidden />
    </chakra.a>
  );
};
