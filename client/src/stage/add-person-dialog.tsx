import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Phone, TabletSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Candidate } from '#client/api/queries/candidate.ts';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { WaitNote } from '#client/ui/waiting.tsx';

export interface AddPersonDialogProps {
  /** What becomes of the person who is added. */
  readonly children: ReactNode;
  /** Who can be added; undefined until that is known. */
  readonly candidates: readonly Candidate[] | undefined;
  /** What else is to be said of someone; nothing by default. */
  readonly note?: (candidate: Candidate) => ReactNode;
  /** Said where there is no one. */
  readonly nobody: ReactNode;
  /** Why they are not known, or the last one could not be added. */
  readonly error: Error | null;
  /** Someone is being added. */
  readonly busy: boolean;
  readonly onAdd: (candidate: Candidate) => void;
  readonly onClose: () => void;
}

/** Who of one's pairs is to join the call. */
export const AddPersonDialog = (props: AddPersonDialogProps) => {
  const { children, candidates, note, nobody, error, busy, onAdd, onClose } = props;
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  return (
    <Dialog
      title={t`Add person`}
      onClose={onClose}
      width="26rem"
      actions={
        <Button variant="soft" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <chakra.div mb="4">{children}</chakra.div>
      {error && <Banner tone="error">{i18n._(textOfError(error))}</Banner>}
      {!candidates && !error && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
          <Spinner size="1.5rem" label={t`Loading…`} />
          <WaitNote onBack={() => readMissing(queryClient)} />
        </chakra.div>
      )}
      {candidates?.length === 0 && <chakra.p color="ink">{nobody}</chakra.p>}
      <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1" listStyleType="none" m="0" p="0">
        {candidates?.map((candidate) => (
          <Row
            key={candidate.pairId}
            candidate={candidate}
            note={note?.(candidate)}
            busy={busy}
            onAdd={() => onAdd(candidate)}
          />
        ))}
      </chakra.ul>
    </Dialog>
  );
};

interface RowProps {
  readonly candidate: Candidate;
  readonly note: ReactNode;
  readonly busy: boolean;
  readonly onAdd: () => void;
}

const Row = ({ candidate, note, busy, onAdd }: RowProps) => {
  const { t } = useLingui();
  const { kind, state } = candidate;
  const name = useNamed()(candidate);
  return (
    <chakra.li display="flex" alignItems="center" gap="3" minH="14">
      <Avatar
        name={candidate.name}
        size="2.5rem"
        icon={kind === 'device' && <TabletSmartphone size={18} aria-hidden />}
      />
      <chakra.span flex="1" minW="0">
        <chakra.span display="block" color="ink" truncate>
          {candidate.name}
        </chakra.span>
        <chakra.span display="block" textStyle="caption">
          {state === 'online' && <Trans>Online</Trans>}
          {state === 'busy' && <Trans>In a call</Trans>}
          {state === 'offline' && <Trans>Offline</Trans>}
          {note && <> · {note}</>}
        </chakra.span>
      </chakra.span>
      {/* Only someone who can answer now has a filled button, as at home. */}
      <Button
        size="sm"
        variant={state === 'online' ? 'solid' : 'soft'}
        flexShrink="0"
        disabled={busy}
        // Not in the button: names can be longer than the row.
        aria-label={t`Add ${name}`}
        onClick={onAdd}
      >
        <Phone size={16} aria-hidden />
        <Trans context="to a call">Add</Trans>
      </Button>
    </chakra.li>
  );
};
