import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';

/** The operator's own policy, named when the client is built; else what the product itself does. */
const PRIVACY_URL = import.meta.env.VITE_PRIVACY_URL ?? '/privacy';

export const PrivacyLink = () => (
  <chakra.a
    href={PRIVACY_URL}
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
