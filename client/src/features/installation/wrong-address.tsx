import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { installationQuery, otherAddress } from '#client/api/queries/installation.ts';
import { Banner } from '#client/ui/banner.tsx';

/**
 * Where the page cannot connect, and was opened under another address than the installation has: behind some proxies calls
 * work under that one alone.
 */
export const WrongAddress = () => {
  const { data: installation } = useQuery(installationQuery());
  const address = installation ? otherAddress(installation) : null;
  if (address === null) return null;
  return (
    <chakra.div
      data-testid="wrong-address"
      width="full"
      maxW="page"
      mx="auto"
      px={{ base: '4', md: '8' }}
      pt={{ base: '4', md: '6' }}
    >
      <Banner tone="warning">
        <Trans>
          Calls don’t work at this address. Open <a href={address}>{address}</a> instead.
        </Trans>
      </Banner>
    </chakra.div>
  );
};
