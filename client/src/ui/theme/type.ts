const japanese = [
  '"Hiragino Sans"',
  '"Hiragino Kaku Gothic ProN"',
  '"Noto Sans JP"',
  '"Noto Sans CJK JP"',
  '"BIZ UDPGothic"',
  'Meiryo',
];
const latin = ['system-ui', '-apple-system', '"Segoe UI"', 'Roboto'];
const sans = [...latin, ...japanese, 'sans-serif'].join(', ');

/** What the system takes for its own has squeezed kana on Windows, and none on Linux. */
export const japaneseSans = [...japanese, ...latin, 'sans-serif'].join(', ');

export const fonts = {
  body: { value: sans },
  heading: { value: sans },
  /** For the one large line of the brand. */
  display: {
    value:
      '"Iowan Old Style", "Palatino Linotype", Palatino, "Hiragino Mincho ProN", "Noto Serif JP", "Noto Serif CJK JP", "Yu Mincho", Georgia, serif',
  },
  mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK JP", monospace' },
};

export const fontWeights = {
  regular: { value: '400' },
  medium: { value: '500' },
  semibold: { value: '600' },
  bold: { value: '700' },
};

/** A major-third scale around 16 px, rounded to whole pixels. Japanese needs the generous lines. */
export const textStyles = {
  /** The brand's line. */
  display: {
    value: {
      fontSize: 'clamp(2rem, 4vw, 2.75rem)',
      lineHeight: '1.25',
      fontWeight: '400',
      letterSpacing: '-0.01em',
    },
  },
  /** One a page. */
  title: {
    value: {
      fontSize: { base: '1.5rem', md: '1.75rem' },
      lineHeight: '1.3',
      fontWeight: '600',
      letterSpacing: '-0.012em',
    },
  },
  /** Of a panel or a dialog. */
  heading: {
    value: { fontSize: '1.1875rem', lineHeight: '1.4', fontWeight: '600', letterSpacing: '-0.006em' },
  },
  /** Of a row, a card. */
  subheading: { value: { fontSize: '1rem', lineHeight: '1.5', fontWeight: '600' } },
  body: { value: { fontSize: '1rem', lineHeight: '1.65' } },
  small: { value: { fontSize: '0.875rem', lineHeight: '1.55' } },
  label: { value: { fontSize: '0.875rem', lineHeight: '1.4', fontWeight: '600' } },
  caption: { value: { fontSize: '0.8125rem', lineHeight: '1.5' } },
  /** Of buttons and menus. */
  control: { value: { fontSize: '0.9375rem', lineHeight: '1.3', fontWeight: '600' } },
};
