/** The 4-pixel grid, in rem: `4` is 16 px. Layout keeps to even steps, 8 px. */
const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 44, 48, 56,
  64, 72, 80, 96, 120, 144, 160, 192, 240, 288,
];

export const spacing = Object.fromEntries(steps.map((step) => [step, { value: `${step / 4}rem` }]));

export const sizes = {
  ...spacing,
  full: { value: '100%' },
  min: { value: 'min-content' },
  max: { value: 'max-content' },
  fit: { value: 'fit-content' },
  /** A form, a page of reading, a page of lists, the widest page. */
  form: { value: '26rem' },
  prose: { value: '42rem' },
  page: { value: '64rem' },
  wide: { value: '80rem' },
};

export const radii = {
  none: { value: '0' },
  sm: { value: '6px' },
  md: { value: '10px' },
  lg: { value: '16px' },
  xl: { value: '24px' },
  full: { value: '9999px' },
};

/** Widths from which a layout changes. */
export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' };
