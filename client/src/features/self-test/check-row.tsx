import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import {
  Camera,
  CircleAlert,
  CircleCheck,
  Mic,
  Network,
  Radio,
  Route,
  TriangleAlert,
  Volume2,
  Waypoints,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '#client/ui/spinner.tsx';
import type { CheckId, Finding, Verdict } from './finding.ts';
import { checkNames, problemText, verdictNames } from './finding-text.ts';

const icons: Readonly<Record<CheckId, typeof Camera>> = {
  camera: Camera,
  microphone: Mic,
  speaker: Volume2,
  socket: Network,
  udp: Radio,
  tcp: Route,
  turn: Waypoints,
};

const verdictIcons: Readonly<Record<Verdict, typeof Camera>> = {
  good: CircleCheck,
  weak: TriangleAlert,
  bad: CircleAlert,
};
const colors = { good: 'success', weak: 'warning', bad: 'danger' } as const;

export interface CheckRowProps {
  readonly id: CheckId;
  readonly finding: Finding | undefined;
  readonly running: boolean;
  /** What there is to do for it. */
  readonly action?: ReactNode;
}

/** One check: what it found, in figures and words, and what to do. */
export const CheckRow = ({ id, finding, running, action }: CheckRowProps) => {
  const { i18n, t } = useLingui();
  const Icon = icons[id];
  const problem = finding?.problem && problemText(finding.problem);
  return (
    <chakra.li
      data-testid={`check-${id}`}
      data-verdict={finding?.verdict}
      data-problem={finding?.problem?.kind}
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr) auto"
      columnGap="4"
      rowGap="1.5"
      px={{ base: '4', md: '6' }}
      py="4"
      alignItems="start"
      _notFirst={{ borderTop: '1px solid', borderColor: 'line' }}
    >
      <chakra.span color="ink.muted" pt="0.5">
        <Icon size={22} aria-hidden />
      </chakra.span>
      <chakra.h2 textStyle="subheading">{i18n._(checkNames[id])}</chakra.h2>
      <chakra.span role="status" display="inline-flex" textStyle="small" fontWeight="semibold">
        {running ? (
          <chakra.span color="primary">
            <Spinner size="1.25rem" label={t`Checking…`} />
          </chakra.span>
        ) : (
          finding && <VerdictMark verdict={finding.verdict} />
        )}
      </chakra.span>
      {/* As wide as there is space for: on a phone also below the verdict. */}
      <chakra.div
        gridColumn="2 / -1"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="1.5"
        justifyItems="start"
        _empty={{ display: 'none' }}
      >
        {finding && finding.figures.length > 0 && (
          <chakra.p textStyle="small" color="ink.muted" overflowWrap="anywhere">
            {finding.figures.join(' · ')}
          </chakra.p>
        )}
        {problem && (
          <chakra.p textStyle="small">
            <chakra.strong fontWeight="semibold">{i18n._(problem.what)}</chakra.strong>{' '}
            <chakra.span color="ink.muted">{i18n._(problem.advice)}</chakra.span>
          </chakra.p>
        )}
        {action}
      </chakra.div>
    </chakra.li>
  );
};

const VerdictMark = ({ verdict }: { readonly verdict: Verdict }) => {
  const { i18n } = useLingui();
  const Icon = verdictIcons[verdict];
  return (
    <chakra.span display="inline-flex" gap="1.5" alignItems="center" color={colors[verdict]}>
      <Icon size={20} aria-hidden />
      {i18n._(verdictNames[verdict])}
    </chakra.span>
  );
};
