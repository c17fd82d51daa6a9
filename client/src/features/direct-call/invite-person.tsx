import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Phone, TabletSmartphone } from 'lucide-react';
import type { Pair } from '#client/api/api-types.ts';
import { ownPairsQuery } from '#client/api/queries/pairs.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import type { DirectCall } from '#client/call/direct/direct-call.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { AppError } from '#protocol/app-error.ts';
import type { PairId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { idOfIri } from '#protocol/rest/field.ts';

export interface AddPersonDialogProps {
  readonly call: DirectCall;
  /** Whoever adds. */
  readonly self: Party;
  readonly peer: Party;
  readonly onClose: () => void;
}

/** Whom one can call now rings at a click, and joins the call. */
export const AddPersonDialog = ({ call, self, peer, onClose }: AddPersonDialogProps) => {
  const { t, i18n } = useLingui();
  const { data: pairs, isPending } = useQuery(
    ownPairsQuery(self.id, self.kind === 'device' ? 'devices' : 'users'),
  );
  const { data: presence } = useQuery(presenceQuery());
  const free = (pairs?.callable ?? []).filter(
    (pair) => idOfIri(pair.peer) !== peer.id && presenceOf(pair, presence) === 'online',
  );
  const invite = useMutation({
    // An id of a pair that the API has given.
    mutationFn: (pair: Pair) => call.invite(pair.id as PairId),
    onSuccess: onClose,
  });
  const { error } = invite;
  return (
    <Dialog
      title={t`Add a person`}
      onClose={onClose}
      width="26rem"
      actions={
        <Button variant="soft" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <chakra.p mb="4">
        <Trans>They are called, and join this call when they accept. The call goes on meanwhile.</Trans>
      </chakra.p>
      {error && (
        <Banner tone="error">
          {i18n._(errorText[error instanceof AppError ? error.code : 'internal-error'])}
        </Banner>
      )}
      {isPending && <Spinner size="1.5rem" label={t`Loading…`} />}
      {pairs && free.length === 0 && (
        <chakra.p color="ink" data-testid="nobody-free">
          <Trans>Nobody else of your pairs can be called now.</Trans>
        </chakra.p>
      )}
      <chakra.ul display="grid" gap="1" listStyleType="none" m="0" p="0">
        {free.map((pair) => (
          <Candidate key={pair.id} pair={pair} busy={invite.isPending} onAdd={() => invite.mutate(pair)} />
        ))}
      </chakra.ul>
    </Dialog>
  );
};

const Candidate = ({
  pair,
  busy,
  onAdd,
}: {
  readonly pair: Pair;
  readonly busy: boolean;
  readonly onAdd: () => void;
}) => {
  const name = pair.name || pair.nickname || pair.serialPrinted || pair.mail || '';
  return (
    <chakra.li display="flex" alignItems="center" gap="3" minH="14">
      <Avatar
        name={name}
        size="2.5rem"
        icon={pair.serialPrinted && <TabletSmartphone size={18} aria-hidden />}
      />
      <chakra.span flex="1" minW="0" color="ink" truncate>
        {name}
      </chakra.span>
      <Button size="sm" disabled={busy} onClick={onAdd}>
        <Phone size={16} aria-hidden />
        <Trans>Add {name}</Trans>
      </Button>
    </chakra.li>
  );
};
