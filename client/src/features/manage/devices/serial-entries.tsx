import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SerialEntry } from './serial-lines.ts';
import { serialProblemText } from './serial-problem-text.ts';

const icons = { right: CircleCheck, unfinished: CircleDashed, wrong: CircleAlert } as const;
const colors = { right: 'success', unfinished: 'ink.subtle', wrong: 'danger' } as const;

export interface SerialEntriesProps {
  readonly entries: readonly SerialEntry[];
}

/** What has been understood of the serial numbers that are being typed: the printed form, or what is wrong. */
export const SerialEntries = ({ entries }: SerialEntriesProps) => {
  const { t } = useLingui();
  const right = entries.filter(({ kind }) => kind === 'right').length;
  const wrong = entries.filter(({ kind }) => kind === 'wrong').length;
  if (entries.length === 0) return null;
  return (
    <>
      <chakra.p role="status" textStyle="caption" color="ink.muted">
        <Plural value={right} one="# device to add" other="# devices to add" />
        {wrong > 0 && (
          <>
            {' · '}
            <Plural value={wrong} one="# is wrong" other="# are wrong" />
          </>
        )}
      </chakra.p>
      <chakra.ul
        aria-label={t`What was entered`}
        // Scrolled by keyboard too.
        tabIndex={0}
        listStyle="none"
        m="0"
        px="3"
        py="1"
        maxH="48"
        overflowY="auto"
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
      >
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be entered twice.
          <Entry key={index} entry={entry} />
        ))}
      </chakra.ul>
    </>
  );
};

const Entry = ({ entry }: { readonly entry: SerialEntry }) => {
  const { i18n } = useLingui();
  switch (entry.kind) {
    case 'right':
      return (
        <Line kind={entry.kind} name={entry.serial.printed}>
          {entry.serial.long}
        </Line>
      );
    case 'unfinished':
      return (
        <Line kind={entry.kind} name={entry.text}>
          <Plural
            value={entry.missing}
            one="Not complete: the long form has # more character"
            other="Not complete: the long form has # more characters"
          />
        </Line>
      );
    case 'wrong':
      return (
        <Line kind={entry.kind} name={entry.text}>
          {i18n._(serialProblemText[entry.problem])}
        </Line>
      );
  }
};

interface LineProps {
  readonly kind: SerialEntry['kind'];
  readonly name: string;
  readonly children: ReactNode;
}

const Line = ({ kind, name, children }: LineProps) => {
  const Icon = icons[kind];
  return (
    <chakra.li display="flex" gap="2.5" py="1" minW="0">
      <chakra.span color={colors[kind]} pt="0.5" flexShrink="0">
        <Icon size={18} aria-hidden />
      </chakra.span>
      <chakra.span minW="0" textStyle="small">
        <chakra.span display="block" fontWeight="semibold" overflowWrap="anywhere">
          {name}
        </chakra.span>
        <chakra.span
          display="block"
          textStyle="caption"
          color={kind === 'wrong' ? 'danger' : 'ink.muted'}
          whiteSpace="pre-wrap"
        >
          {children}
        </chakra.span>
      </chakra.span>
      {kind === 'right' && (
        <chakra.span srOnly>
          <Trans>Right</Trans>
        </chakra.span>
      )}
    </chakra.li>
  );
};
