import { byOwnClock } from '#client/server-clock.ts';
import { CallTimer } from '#client/stage/call-timer.tsx';
import { formatDuration } from '#client/stage/format-duration.ts';

export interface DurationProps {
  /** ISO 8601. */
  readonly since: string;
  /** Milliseconds since 1970; null: it goes on. */
  readonly until: number | null;
}

/** How long a call has lasted; it stands still once the call is over, or nothing is known of it any more. */
export const Duration = ({ since, until }: DurationProps) => {
  const startedAt = Date.parse(since);
  return until === null ? (
    <CallTimer since={byOwnClock(startedAt)} />
  ) : (
    formatDuration((until - startedAt) / 1000)
  );
};
