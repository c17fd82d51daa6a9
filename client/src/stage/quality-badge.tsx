import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type LinkQuality, linkOf } from '#client/call/link-stats.ts';
import type { Quality } from '#client/media/connection-stats.ts';
import { Tooltip } from '#client/ui/tooltip.tsx';
import { useQualityText } from './quality-text.ts';

const bars = { good: 3, fair: 2, poor: 1 } as const;
const colors = { good: '#9CCB6B', fair: '#E3B34C', poor: '#FF8A6B' } as const;
const BAR_HEIGHTS = [5, 9, 13] as const;

export interface QualityBarsProps {
  readonly quality: Quality;
  /** Null: what stands around them says it. */
  readonly label: string | null;
}

/** Three bars, told apart by their number and not only by colour. */
export const QualityBars = ({ quality, label }: QualityBarsProps) => (
  <chakra.svg
    {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    width="16px"
    height="14px"
    viewBox="0 0 16 14"
    flexShrink="0"
  >
    {BAR_HEIGHTS.map((height, index) => (
      <chakra.rect
        key={height}
        x={1 + index * 5}
        y={14 - height}
        width="3.5"
        height={height}
        rx="1"
        fill={index < bars[quality] ? colors[quality] : 'rgb(255 255 255 / 0.25)'}
        // Fills of pictures keep their colours, of which none is sure to differ from the ground.
        _highContrast={
          index < bars[quality]
            ? { fill: 'currentColor' }
            : { fill: 'none', stroke: 'currentColor', strokeWidth: '1px' }
        }
      />
    ))}
  </chakra.svg>
);

/** How good the connection is; when pointed at or pressed, the figures behind it. */
export const QualityBadge = ({ quality: reading }: { readonly quality: LinkQuality }) => {
  const { quality, stats } = reading;
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const qualityText = useQualityText();
  const details = [
    qualityText({ quality, link: linkOf(reading) }),
    `↑ ${stats.sentKbps} ↓ ${stats.receivedKbps} kbps`,
    stats.relayed && t`relayed`,
  ];
  const text = details.filter(Boolean).join(' · ');
  return (
    <chakra.span position="relative" display="inline-flex">
      <Tooltip text={text}>
        <chakra.button
          type="button"
          aria-label={text}
          aria-expanded={open}
          data-testid="quality"
          data-quality={quality}
          data-relayed={stats.relayed}
          display="grid"
          placeItems="center"
          minW="8"
          minH="8"
          borderRadius="sm"
          onClick={() => setOpen(!open)}
        >
          <QualityBars quality={quality} label={null} />
        </chakra.button>
      </Tooltip>
      {open && (
        <chakra.span
          // The button says the same.
          aria-hidden
          data-testid="quality-figures"
          position="absolute"
          zIndex="4"
          top="100%"
          pointerEvents="none"
          insetInlineEnd="0"
          width="max-content"
          maxW="min(24rem, 80vw)"
          px="3"
          py="1.5"
          borderRadius="md"
          bg="stage.control"
          color="stage.ink"
          textStyle="caption"
          boxShadow="0 6px 24px rgb(0 0 0 / 0.35)"
        >
          {text}
        </chakra.span>
      )}
    </chakra.span>
  );
};
