import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { RefusalReason } from './refusal-reason.tsx';
import type { SerialEntry } from './serial-lines.ts';
import { serialProblemText } from './serial-problem-text.ts';

const icons = { right: CircleCheck, unfinished: CircleDashed, wrong: CircleAlert } as const;
const colors = { right: 'success', unfinished: 'ink.subtle', wrong: 'danger' } as const;

export interface SerialEntriesProps {
  readonly entries: readonly SerialEntry[];
  /** Why the server has refused devices, by the long form of their serial numbers. */
  readonly refused: ReadonlyMap<string, Error>;
}

/** What has been understood of the serial numbers that are being typed: the printed form, or what is wrong. */
export const SerialEntries = ({ entries, refused }: SerialEntriesProps) => {
  const { t } = useLingui();
  if (entries.length === 0) return null;
  const refusalOf = (entry: SerialEntry) =>
    entry.kind === 'right' ? refused.get(entry.serial.long) : undefined;
  const usable = entries.filter((entry) => entry.kind === 'right' && !refusalOf(entry)).length;
  const unusable = entries.length - usable;
  return (
    <>
      <chakra.p role="status" textStyle="caption" color="ink.muted">
        <Plural value={usable} one="# device to add" other="# devices to add" />
        {unusable > 0 && (
          <>
            {' · '}
            <Plural value={unusable} one="# can’t be added" other="# can’t be added" />
          </>
        )}
        {unusable > 0 && entries.length > 1 && (
          <chakra.span display="block" color="danger">
            <Trans>Correct or remove these lines. Then the others can be added.</Trans>
          </chakra.span>
        )}
        {usable > 0 && (
          <chakra.span display="block">
            <Trans>Whether a serial number is registered already is checked when you add it.</Trans>
          </chakra.span>
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
          <Entry key={index} entry={entry} refusal={refusalOf(entry)} />
        ))}
      </chakra.ul>
    </>
  );
};

interface EntryProps {
  readonly entry: SerialEntry;
  readonly refusal: Error | undefined;
}

const Entry = ({ entry, refusal }: EntryProps) => {
  const { i18n } = useLingui();
  switch (entry.kind) {
    case 'right':
      return refusal ? (
        <Line kind="wrong" name={entry.serial.printed}>
          <RefusalReason error={refusal} />
        </Line>
      ) : (
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
          <Trans>Valid</Trans>
        </chakra.span>
      )}
    </chakra.li>
  );
};
