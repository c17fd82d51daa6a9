import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Phone, PhoneOff, TabletSmartphone, X } from 'lucide-react';
import type { Meeting } from '#client/call/group/meeting.ts';
import type { Rung } from '#client/call/group/rung.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { errorCodeOf } from '#protocol/app-error.ts';

export interface RungPeopleProps {
  readonly rung: readonly Rung[];
  readonly meeting: Meeting;
}

/** Whom the owner has asked to join, and what has come of it. */
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
    <chakra.li
      data-testid="rung-person"
      data-name={party.name}
      data-state={state}
      display="flex"
      alignItems="center"
      gap="3"
      minH="14"
      px="2"
      py="1.5"
    >
      <Avatar
        name={party.name}
        size="36px"
        icon={party.kind === 'device' && <TabletSmartphone size={18} aria-hidden />}
      />
      <chakra.span flex="1" minW="0">
        <chakra.span display="block" textStyle="small" fontWeight="medium" truncate>
          {party.name}
        </chakra.span>
        <chakra.span display="block" textStyle="caption" color="stage.muted" role="status">
          {state === 'ringing' && <Trans>Calling…</Trans>}
          {state === 'declined' && <Trans>Declined</Trans>}
          {state === 'missed' && <Trans>Didn’t answer</Trans>}
        </chakra.span>
      </chakra.span>
      {state === 'ringing' ? (
        <IconButton
          label={t`Stop calling ${name}`}
          variant="stage"
          size="sm"
          shape="round"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          <PhoneOff aria-hidden />
        </IconButton>
      ) : (
        <>
          <IconButton
            label={t`Call ${name} again`}
            variant="stage"
            size="sm"
            shape="round"
            disabled={again.isPending}
            onClick={() => again.mutate()}
          >
            <Phone aria-hidden />
          </IconButton>
          <IconButton
            label={t`Hide ${name}`}
            variant="stage"
            size="sm"
            shape="round"
            onClick={() => meeting.forgetRing(pairId)}
          >
            <X aria-hidden />
          </IconButton>
        </>
      )}
    </chakra.li>
  );
};
