import 'uplot/dist/uPlot.min.css';
import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { darkThemeAtom } from '#client/ui/ui-state.ts';
import type { ChartData } from './chart-data.ts';
import { movedPoint } from './chart-keys.ts';
import { chartOptions } from './chart-look.ts';
import { seriesOf } from './draw-chart.ts';

const HEIGHT = 320;
const FONT_SIZE = 12;

export interface ChartProps {
  readonly data: ChartData;
  /** What it shows, for screen readers. */
  readonly label: string;
  /** The point that is marked. */
  readonly active: number | null;
  readonly onActive: (index: number | null) => void;
  /** Says a point in words. */
  readonly describe: (index: number) => string;
}

/** A chart with one tab stop: arrows, Home and End go through its points, which the table beside it has in words. */
const Chart = ({ data, label, active, onActive, describe }: ChartProps) => {
  const { i18n } = useLingui();
  const dark = useAtomValue(darkThemeAtom);
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const isDark = useRef(dark);
  const marks = useRef(onActive);

  useEffect(() => {
    marks.current = onActive;
  }, [onActive]);

  useEffect(() => {
    const ground = place.current;
    if (!ground) return;
    const number = new Intl.NumberFormat(i18n.locale, { notation: 'compact', maximumFractionDigits: 1 });
    // By keys the cursor is set, too: only a pointer marks from here.
    const onHover = (index: number | null) => {
      if (ground.matches(':hover')) marks.current(index);
    };
    let made: uPlot | undefined;
    const make = (width: number) => {
      const options = chartOptions(data, {
        isDark: () => isDark.current,
        font: `${FONT_SIZE}px ${getComputedStyle(ground).fontFamily}`,
        number: (value) => (Number.isInteger(value) ? number.format(value) : ''),
        width,
        height: HEIGHT,
        onHover,
      });
      made = new uPlot(options, seriesOf(data), ground);
      made.ctx.canvas.setAttribute('aria-hidden', 'true');
      chart.current = made;
    };
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width === 0) return;
      if (!made) make(width);
      else if (made.width !== width) made.setSize({ width, height: HEIGHT });
    });
    let gone = false;
    // Texts are drawn: with a font that is not there yet they would stay in another one.
    void document.fonts.ready.then(() => {
      if (!gone) observer.observe(ground);
    });
    return () => {
      gone = true;
      observer.disconnect();
      made?.destroy();
      chart.current = undefined;
    };
  }, [data, i18n.locale]);

  useEffect(() => {
    isDark.current = dark;
    chart.current?.redraw(false);
  }, [dark]);

  useEffect(() => {
    const drawn = chart.current;
    if (!drawn || place.current?.matches(':hover')) return;
    const left = active === null ? -10 : drawn.valToPos(active, 'x');
    drawn.setCursor({ left, top: active === null ? -10 : 0 }, false);
  }, [active]);

  const last = data.ticks.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedPoint(event.key, active, last);
    if (next === undefined) return;
    event.preventDefault();
    onActive(next);
  };
  return (
    <chakra.div
      ref={place}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={active ?? 0}
      aria-valuetext={describe(active ?? 0)}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onActive(null)}
      minH={`${HEIGHT}px`}
      minW="0"
      width="full"
      overflow="hidden"
      css={{
        '& .u-cursor-x': { borderRightColor: 'var(--h-colors-ink-muted)', borderRightStyle: 'solid' },
      }}
    />
  );
};

// The default is what React's lazy loads.
export default Chart;
