import { chakra } from '@chakra-ui/react';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { LiveList } from './live-list.ts';

/** Least time between two announcements. */
const EVERY_MS = 5_000;

export interface CountAnnouncerProps {
  readonly list: LiveList;
  readonly silent: boolean;
}

/** Says to screen readers how many calls there are, when that changes, and not more often than they can say it. */
export const CountAnnouncer = ({ list, silent }: CountAnnouncerProps) => {
  const { t } = useLingui();
  const calls = list.totals.calls;
  const interrupted = list.rows.filter(({ call, endedAt }) => call.interrupted && endedAt === null).length;
  const words = [
    plural(calls, { one: '# call in progress', other: '# calls in progress' }),
    interrupted > 0 && t`${interrupted} interrupted`,
  ]
    .filter(Boolean)
    .join(', ');
  const [said, setSaid] = useState(words);
  const saidAt = useRef(0);
  useEffect(() => {
    if (silent || words === said) return;
    const dueInMs = Math.max(0, saidAt.current + EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      saidAt.current = performance.now();
      setSaid(words);
    }, dueInMs);
    return () => clearTimeout(timer);
  }, [words, said, silent]);
  return (
    <chakra.p role="status" srOnly>
      {said === words && said}
    </chakra.p>
  );
};
