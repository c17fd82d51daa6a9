import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import type { Pair } from '#client/api/api-types.ts';
import { callApi, deleteItem } from '#client/api/call-api.ts';
import { kindOfParty } from '#client/api/party-kind.ts';
import { ownPairsQuery } from '#client/api/queries/pairs.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { kioskPin } from './kiosk-pin-store.ts';
import { AskPin } from './pin-dialog.tsx';

/** Who would like to be paired with the device: approved there with the PIN, if one is set. */
export const KioskRequests = ({ deviceId }: { readonly deviceId: string }) => {
  const { data } = useQuery(ownPairsQuery(deviceId, 'devices'));
  if (!data || data.invitations.length === 0) return null;
  return (
    <chakra.ul listStyleType="none" display="grid" gap="3" aria-live="polite">
      {data.invitations.map((pair) => (
        <Request key={pair.id} pair={pair} />
      ))}
    </chakra.ul>
  );
};

const Request = ({ pair }: { readonly pair: Pair }) => {
  const { t } = useLingui();
  const { ownerName } = pair;
  const name = useNamed()({ kind: kindOfParty(pair.owner), name: ownerName });
  const [asking, setAsking] = useState(false);
  const approve = useChange('pairs', () => callApi('pairs.approve', { parameters: { id: pair.id } }));
  const refuse = useChange('pairs', () => deleteItem('pairs', pair.id));
  return (
    <chakra.li
      data-testid="kiosk-request"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="4"
      px="5"
      py="4"
      borderRadius="xl"
      bg="primary.subtle"
      color="primary.onSubtle"
      animation="rise 200ms"
    >
      <Avatar name={ownerName} size="3.5rem" />
      <chakra.div flex="1" minW="12rem">
        <chakra.p
          fontSize="1.5rem"
          lineHeight="1.3"
          fontWeight="semibold"
          lineClamp="2"
          overflowWrap="anywhere"
        >
          {ownerName}
        </chakra.p>
        <chakra.p>
          <Trans>wants to pair with this device</Trans>
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <Button
          size="lg"
          minH="4.5rem"
          fontSize="1.25rem"
          variant="outline"
          aria-label={t`Decline ${name}`}
          loading={refuse.isPending}
          onClick={() => refuse.mutate()}
        >
          <UserX aria-hidden />
          <Trans>Decline</Trans>
        </Button>
        <Button
          size="lg"
          minH="4.5rem"
          fontSize="1.25rem"
          aria-label={t`Approve ${name}`}
          loading={approve.isPending}
          onClick={() => (kioskPin.status() === 'set' ? setAsking(true) : approve.mutate())}
        >
          <UserCheck aria-hidden />
          <Trans>Approve</Trans>
        </Button>
      </chakra.div>
      {asking && (
        <AskPin
          pin={kioskPin}
          onClose={() => setAsking(false)}
          onRight={() => {
            setAsking(false);
            approve.mutate();
          }}
        />
      )}
    </chakra.li>
  );
};
