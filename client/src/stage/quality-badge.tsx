import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { LinkQuality } from '#client/call/link-stats.ts';
import type { Quality } from '#client/media/connection-stats.ts';
import { Tooltip } from '#client/ui/tooltip.tsx';

const bars = { good: 3, fair: 2, poor: 1 } as const;
const colors = { good: '#9CCB6B', fair: '#E3B34C', poor: '#FF8A6B' } as const;
const BAR_HEIGHTS = [5, 9, 13] as const;

export interface QualityBarsProps {
  readonly quality: Quality;
  readonly label: string;
}

/** Three bars, told apart by their number and not only by colour. */
export const QualityBars = ({ quality, label }: QualityBarsProps) => (
  <chakra.svg role="img" aria-label={label} width="16px" height="14px" viewBox="0 0 16 14" flexShrink="0">
    {BAR_HEIGHTS.map((height, index) => (
      <rect
        key={height}
        x={1 + index * 5}
        y={14 - height}
        width="3.5"
        height={height}
        rx="1"
        fill={index < bars[quality] ? colors[quality] : 'rgb(255 255 255 / 0.25)'}
      />
    ))}
  </chakra.svg>
);

/** How well the connection is, and on pointing at it from what that is measured. */
export const QualityBadge = ({ quality: { quality, stats } }: { readonly quality: LinkQuality }) => {
  const { t } = useLingui();
  const label = {
    good: t`Good connection`,
    fair: t`Fair connection`,
    poor: t`Poor connection`,
  }[quality];
  const loss = Math.max(stats.receivedLoss ?? 0, stats.sentLoss ?? 0);
  const { roundTripMs } = stats;
  const lossPercent = Math.round(loss * 100);
  const details = [
    label,
    roundTripMs !== null && t`${roundTripMs} ms`,
    t`${lossPercent}% lost`,
    `↑ ${stats.sentKbps} ↓ ${stats.receivedKbps} kbps`,
    stats.relayed && t`relayed`,
  ];
  const text = details.filter(Boolean).join(' · ');
  return (
    <Tooltip text={text}>
      <chakra.span
        role="img"
        aria-label={text}
        data-testid="quality"
        data-quality={quality}
        data-relayed={stats.relayed}
        tabIndex={0}
        display="inline-flex"
        p="1"
        borderRadius="sm"
      >
        <QualityBars quality={quality} label={label} />
      </chakra.span>
    </Tooltip>
  );
};
