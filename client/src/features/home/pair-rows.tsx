import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Phone, TabletSmartphone } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Pair } from '#client/api/api-types.ts';
import { pairDetail, pairName, pairParty } from '#client/api/pair-name.ts';
import { type Presence, presenceOf } from '#client/api/queries/presence.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { callIntent } from '#client/stage/call-intent.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ListRow } from '#client/ui/list.tsx';
import { RowCue } from '#client/ui/row-cue.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import type { PresenceState } from '#protocol/party.ts';
import { PairActions } from './pair-actions.tsx';
import { Detail, PresenceDot, PresenceWord } from './presence.tsx';
import { ResendButton } from './resend-button.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

const order: Readonly<Record<PresenceState, number>> = { online: 0, busy: 1, offline: 2 };

/** Those first who would answer now; the others stay in the order of the list. */
export const byPresence = (pairs: readonly Pair[], presence: Presence): readonly Pair[] =>
  [...pairs].sort((one, other) => order[presenceOf(one, presence)] - order[presenceOf(other, presence)]);

const PairAvatar = ({ pair, state }: { readonly pair: Pair; readonly state?: PresenceState }) => (
  <Avatar
    name={pairName(pair)}
    icon={pair.serialPrinted && <TabletSmartphone size={20} aria-hidden />}
    status={state && <PresenceDot state={state} />}
  />
);

export interface CallableRowProps {
  readonly pair: Pair;
  readonly userId: string;
  readonly state: PresenceState;
  /** Without the service, people are shown, but cannot be called. */
  readonly callable: boolean;
  /** Rename and delete. */
  readonly editable?: boolean;
}

/** Someone who can be called; clicking the row calls. */
export const CallableRow = ({ pair, userId, state, callable, editable = false }: CallableRowProps) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = useNamed()(pairParty(pair));
  return (
    <ListRow
      leading={<PairAvatar pair={pair} state={state} />}
      title={pairName(pair)}
      details={<PresenceWord state={state} detail={pairDetail(pair)} />}
      onActivate={
        callable
          ? () => void navigate(`/user/videochat/talk?pair=${pair.id}`, { state: callIntent() })
          : undefined
      }
      activateLabel={t`Call ${name}`}
      trailing={
        <>
          {callable && (
            <RowCue icon={Phone} inviting={state === 'online'}>
              <Trans context="verb">Call</Trans>
            </RowCue>
          )}
          {editable && <PairActions pair={pair} userId={userId} />}
        </>
      }
    />
  );
};

/** Someone who has not approved yet, and cannot be called. */
export const InvitedRow = ({ pair }: { readonly pair: Pair }) => (
  <ListRow
    leading={<PairAvatar pair={pair} />}
    title={pairName(pair)}
    details={
      <>
        <chakra.span color="warning" flexShrink="0">
          <Trans>Waiting for approval</Trans>
        </chakra.span>
        <Detail>{pairDetail(pair)}</Detail>
      </>
    }
    trailing={
      <>
        {pair.mail !== null && <ResendButton pair={pair} />}
        <WithdrawButton pair={pair} />
      </>
    }
    onActivate={() => showSnackbar('error', <NotApproved device={pair.serialPrinted !== null} />)}
  />
);

const NotApproved = ({ device }: { readonly device: boolean }) => {
  const { i18n } = useLingui();
  return i18n._(errorText[device ? 'device-not-approved' : 'user-not-approved']);
};
