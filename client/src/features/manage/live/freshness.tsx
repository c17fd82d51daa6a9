import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useLanguage } from '#client/i18n/use-language.ts';
import type { WatchPhase } from '#client/signal/manager-watch.ts';
import { StatusDot } from '#client/ui/status-dot.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';

export interface FreshnessProps {
  readonly phase: WatchPhase | 'paused';
  /** Of when the figures are; null before the first. */
  readonly at: string | null;
}

/** Whether the figures are of now, and else of when: figures that have stopped must not be taken for live ones. */
export const Freshness = ({ phase, at }: FreshnessProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const time =
    at === null || timeZone === null
      ? ''
      : new Date(at).toLocaleTimeString(language, { timeStyle: 'medium', timeZone });
  const live = phase === 'live';
  const words = {
    live: t({ message: 'Live', context: 'freshness' }),
    waiting: at === null ? t`Loading` : t`As of ${time}`,
    lost: at === null ? t`No connection` : t`No connection. As of ${time}`,
    idle: t`As of ${time}`,
    paused: t`Paused at ${time}`,
    refused: '',
  }[phase];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      textStyle="small"
      color={live ? 'success' : 'ink.muted'}
      data-phase={phase}
    >
      {live && <StatusDot tone="success" bare />}
      {words}
    </chakra.span>
  );
};
