import { chakra } from '@chakra-ui/react';
import { Hand } from 'lucide-react';

const counts = {
  news: { bg: 'danger.solid', color: 'danger.contrast' },
  /** As the hand on its picture. */
  hand: { bg: '#E3B34C', color: '#1B1405' },
  quiet: { bg: 'stage.controlHover', color: 'stage.ink' },
} as const;

/** A number at one corner of a button; raised hands have the other corner. The button's name says what is counted. */
export const Count = ({
  value,
  tone = 'news',
}: {
  readonly value: number;
  readonly tone?: keyof typeof counts;
}) => (
  <chakra.span
    aria-hidden
    data-testid="count"
    position="absolute"
    top="-1"
    {...(tone === 'hand' ? { insetStart: '-1' } : { insetEnd: '-1' })}
    display="grid"
    gridAutoFlow="column"
    placeItems="center"
    gap="0.5"
    minW="5"
    height="5"
    px="1"
    borderRadius="full"
    {...counts[tone]}
    textStyle="caption"
    fontWeight="semibold"
    fontVariantNumeric="tabular-nums"
    lineHeight="1"
    pointerEvents="none"
    _highContrast={{ outline: '1px solid', bg: 'Canvas' }}
  >
    {tone === 'hand' && <Hand size={11} strokeWidth={2.5} />}
    {value > 99 ? '99+' : value}
  </chakra.span>
);
