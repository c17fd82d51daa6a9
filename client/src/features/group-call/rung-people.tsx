import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Phone, PhoneOff, TabletSmartphone, X } from 'lucide-react';
import type { Meeting } from '#client/call/group/meeting.ts';
import type { Rung } from '#client/call/group/rung.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { errorCodeOf } from '#protocol/app-error.ts';
import { PersonLine, personRow, rowButton } from './person-line.tsx';

export interface RungPeopleProps {
  readonly rung: readonly Rung[];
  readonly meeting: Meeting;
}

/** The people whom the owner has rung, each with the outcome. */
export const RungPeople = ({ rung, meeting }: RungPeopleProps) => {
  const { t } = useLingui();
  return (
    <chakra.ul
      aria-label={t`Called`}
      m="0"
      p="0"
      px="2"
      pb="2"
      listStyleType="none"
      flexShrink="0"
      maxH="40%"
      overflowY="auto"
    >
      {rung.map((one) => (
        <RungRow key={one.pairId} rung={one} meeting={meeting} />
      ))}
    </chakra.ul>
  );
};

interface RungRowProps {
  readonly rung: Rung;
  readonly meeting: Meeting;
}

const RungRow = ({ rung, meeting }: RungRowProps) => {
  const { t, i18n } = useLingui();
  const { pairId, party, state } = rung;
  const name = useNamed()(party);
  const onError = (error: unknown) => showSnackbar('error', i18n._(errorText[errorCodeOf(error)]));
  const cancel = useMutation({ mutationFn: () => meeting.cancelRing(pairId), onError });
  const again = useMutation({
    mutationFn: () => meeting.ring(rung, { forThisCall: true }),
    onError,
    onSuccess(found) {
      if (found === 'busy') showSnackbar('info', <Trans>{name} is in another call. Try again later.</Trans>);
      if (found === 'offline') showSnackbar('info', <Trans>{name} is offline. Try again later.</Trans>);
    },
  });
  return (
    <chakra.li data-testid="rung-person" data-name={party.name} data-state={state} {...personRow}>
      <PersonLine
        name={party.name}
        icon={party.kind === 'device' && <TabletSmartphone size={18} aria-hidden />}
      >
        <span role="status">
          {state === 'ringing' && <Trans>Calling…</Trans>}
          {state === 'declined' && <Trans>Declined</Trans>}
          {state === 'missed' && <Trans>Didn’t answer</Trans>}
        </span>
      </PersonLine>
      {state === 'ringing' ? (
        <IconButton
          label={t`Stop calling ${name}`}
          {...rowButton}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          <PhoneOff aria-hidden />
        </IconButton>
      ) : (
        <>
          <IconButton
            label={t`Call ${name} again`}
            {...rowButton}
            disabled={again.isPending}
            onClick={() => again.mutate()}
          >
            <Phone aria-hidden />
          </IconButton>
          <IconButton label={t`Hide ${name}`} {...rowButton} onClick={() => meeting.forgetRing(pairId)}>
            <X aria-hidden />
          </IconButton>
        </>
      )}
    </chakra.li>
  );
};
