import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { StatusDot } from '#client/ui/status-dot.tsx';
import type { PresenceState } from '#protocol/party.ts';

const tones = { online: 'success', busy: 'danger', offline: 'neutral' } as const;

/** Beside a face; the word is told by `PresenceWord`. */
export const PresenceDot = ({ state }: { readonly state: PresenceState }) => (
  <StatusDot tone={tones[state]} aria-hidden />
);

const Word = ({ state }: { readonly state: PresenceState }) => {
  switch (state) {
    case 'online':
      return <Trans>Online</Trans>;
    case 'busy':
      return <Trans>In a call</Trans>;
    case 'offline':
      return <Trans>Offline</Trans>;
  }
};

export interface PresenceWordProps {
  readonly state: PresenceState;
  readonly detail: string;
}

export const PresenceWord = ({ state, detail }: PresenceWordProps) => (
  <>
    <chakra.span color={state === 'online' ? 'success' : 'ink.muted'} flexShrink="0">
      <Word state={state} />
    </chakra.span>
    <Detail>{detail}</Detail>
  </>
);

/** Behind the state: who it is; cut where there is no space. */
export const Detail = ({ children }: { readonly children: string }) =>
  children && (
    <>
      <chakra.span aria-hidden color="line.strong">
        ·
      </chakra.span>
      <chakra.span truncate>{children}</chakra.span>
    </>
  );
