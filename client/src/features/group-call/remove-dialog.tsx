import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNamed } from '#client/i18n/use-named.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { Person } from './people.ts';

/** What the owner does along with a removal. */
export interface Removal {
  readonly lock: boolean;
  readonly withdrawLink: boolean;
}

export interface RemoveDialogProps {
  readonly person: Person;
  readonly locked: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: (removal: Removal) => void;
}

export const RemoveDialog = ({ person, locked, onCancel, onConfirm }: RemoveDialogProps) => {
  const { t } = useLingui();
  const name = useNamed()(person);
  const guest = person.kind === 'guest';
  const [lock, setLock] = useState(false);
  const [withdrawLink, setWithdrawLink] = useState(false);
  return (
    <ConfirmDialog
      title={t`Remove ${name} from the call?`}
      confirmLabel={t`Remove`}
      dangerous
      onCancel={onCancel}
      onConfirm={() => onConfirm({ lock, withdrawLink })}
    >
      {guest ? (
        <Trans>
          Neither they nor anyone else on their network can use this link again. They can still join with
          another link.
        </Trans>
      ) : (
        <Trans>They can’t rejoin this call, but stay in the group.</Trans>
      )}
      {guest && (
        <chakra.div mt="3" color="ink">
          {!locked && (
            <Checkbox
              checked={lock}
              onChange={(event) => setLock(event.target.checked)}
              details={t`No one new can join until you unlock it.`}
            >
              <Trans>Lock call</Trans>
            </Checkbox>
          )}
          <Checkbox
            checked={withdrawLink}
            onChange={(event) => setWithdrawLink(event.target.checked)}
            details={t`Every guest who joined with it leaves the call.`}
          >
            <Trans>Revoke link</Trans>
          </Checkbox>
        </chakra.div>
      )}
    </ConfirmDialog>
  );
};
