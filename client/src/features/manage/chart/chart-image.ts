import { type ColorName, themeColors } from '#client/ui/theme/colors.ts';
import type { ChartSeries } from './chart-data.ts';

const WIDTH = 1200;
const MARGIN = 24;
const TITLE_SIZE = 18;
const TEXT_SIZE = 13;
const LINE_HEIGHT = 20;
const SWATCH = 24;

/** Room for what the picture shows. */
export const IMAGE_BODY_WIDTH = WIDTH - 2 * MARGIN;

export interface ImageBody {
  readonly height: number;
  /** Draws from the origin on, `IMAGE_BODY_WIDTH` wide. */
  readonly draw: (context: CanvasRenderingContext2D) => void;
}

export interface ImageHead {
  readonly title: string;
  /** Below the title: whose figures they are, and of which time. */
  readonly lines: readonly string[];
  /** Named in a legend. */
  readonly series: readonly ChartSeries[];
}

export interface ImageLook {
  readonly color: (name: ColorName) => string;
  /** CSS font of a size in px. */
  readonly font: (size: number) => string;
}

export const imageLook = (dark: boolean): ImageLook => {
  const family = getComputedStyle(document.body).fontFamily;
  return {
    color: (name) => themeColors[name][dark ? 'dark' : 'light'],
    font: (size) => `${size}px ${family}`,
  };
};

/** A picture of its own, 1200 px wide at the resolution of the screen: on the ground of the theme, below a head. */
export async function chartImage(
  head: ImageHead,
  body: ImageBody,
  { color, font }: ImageLook,
): Promise<Blob> {
  const scale = window.devicePixelRatio;
  const rows = head.lines.length + (head.series.length > 0 ? 1 : 0);
  const bodyTop = MARGIN + TITLE_SIZE + 10 + rows * LINE_HEIGHT + 12;
  const height = bodyTop + body.height + MARGIN;
  const picture = document.createElement('canvas');
  picture.width = Math.round(WIDTH * scale);
  picture.height = Math.round(height * scale);
  const context = picture.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.scale(scale, scale);
  context.fillStyle = color('contents');
  context.fillRect(0, 0, WIDTH, height);
  context.textBaseline = 'top';
  context.fillStyle = color('ink');
  context.font = `600 ${font(TITLE_SIZE)}`;
  context.fillText(head.title, MARGIN, MARGIN, IMAGE_BODY_WIDTH);
  context.font = font(TEXT_SIZE);
  context.fillStyle = color('ink.muted');
  let top = MARGIN + TITLE_SIZE + 10;
  for (const line of head.lines) {
    context.fillText(line, MARGIN, top, IMAGE_BODY_WIDTH);
    top += LINE_HEIGHT;
  }
  let left = MARGIN;
  for (const { label, role } of head.series) {
    context.strokeStyle = color(role === 'current' ? 'primary' : 'warning.solid');
    context.lineWidth = 2;
    context.setLineDash(role === 'current' ? [] : [6, 4]);
    context.beginPath();
    context.moveTo(left, top + TEXT_SIZE / 2);
    context.lineTo(left + SWATCH, top + TEXT_SIZE / 2);
    context.stroke();
    context.fillText(label, left + SWATCH + 8, top);
    left += SWATCH + 8 + context.measureText(label).width + 24;
  }
  context.translate(MARGIN, bodyTop);
  context.setLineDash([]);
  body.draw(context);
  return await new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture was not made'))),
      'image/png',
    );
  });
}
