import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { SummaryKind } from '#protocol/summary-kinds.ts';
import { countingTexts } from './counting-texts.ts';

export interface MeasuresNoteProps {
  readonly kind: SummaryKind;
  /** The days that are shown and by which clock, in words. */
  readonly period: string;
}

/** What one has to know to understand the figures of a kind, each sentence in a line of its own. */
export const MeasuresNote = ({ kind, period }: MeasuresNoteProps) => {
  const { i18n } = useLingui();
  return countingTexts(kind, period).map((text) => (
    <chakra.span key={text.id} display="block">
      {i18n._(text)}
    </chakra.span>
  ));
};
