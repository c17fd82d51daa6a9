import { createSystem, defineConfig } from '@chakra-ui/react';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { semanticColors } from './colors.ts';
import { durations, easings, keyframes } from './motion.ts';
import { breakpoints, radii, sizes, spacing } from './scale.ts';
import { fonts, fontWeights, japaneseSans, textStyles } from './type.ts';

const shadow = (base: string, dark: string) => ({ value: { base, _dark: dark } });

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'h',
  cssVarsRoot: ':where(html)',
  theme: {
    breakpoints,
    keyframes,
    tokens: {
      spacing,
      sizes,
      radii,
      fonts,
      fontWeights,
      durations,
      easings,
      zIndex: {
        /** What stays in place while the page scrolls below it. */
        header: { value: '100' },
        overlay: { value: '200' },
        menu: { value: '300' },
        snackbar: { value: '400' },
      },
    },
    semanticTokens: {
      colors: semanticColors(),
      shadows: {
        sm: shadow('0 1px 2px rgb(60 50 30 / 0.07)', '0 1px 2px rgb(0 0 0 / 0.4)'),
        md: shadow(
          '0 1px 2px rgb(60 50 30 / 0.06), 0 6px 20px -6px rgb(60 50 30 / 0.12)',
          '0 1px 2px rgb(0 0 0 / 0.4), 0 8px 24px -8px rgb(0 0 0 / 0.5)',
        ),
        lg: shadow(
          '0 2px 6px rgb(60 50 30 / 0.08), 0 20px 48px -12px rgb(60 50 30 / 0.24)',
          '0 2px 6px rgb(0 0 0 / 0.5), 0 24px 56px -12px rgb(0 0 0 / 0.7)',
        ),
      },
    },
    textStyles,
  },
  globalCss: {
    html: {
      color: 'ink',
      bg: 'background',
      fontFamily: 'body',
      fontSize: '100%',
      lineHeight: '1.65',
      overflowWrap: 'break-word',
      // Numbers in lists and timers keep their place.
      fontVariantNumeric: 'tabular-nums',
      textSizeAdjust: '100%',
      colorScheme: { base: 'light', _dark: 'dark' },
      '&:lang(ja)': { fontFamily: japaneseSans, lineBreak: 'strict', wordBreak: 'auto-phrase' },
    },
    // Chakra's reset sets it on every element, so that what a container says of long words would not reach its texts.
    '*': { overflowWrap: 'inherit' },
    // The bar of a page that grows does not push its content aside. A call fills the window and has no bar.
    // What has the focus scrolls to below the header that stays, not beneath it.
    'html:not(:has([data-bare]))': { overflowY: 'scroll', scrollPaddingTop: '4.5rem' },
    'html, body, #root': { minHeight: '100dvh' },
    body: { margin: '0' },
    // Japanese glyphs fill their box: no tightening there.
    ':lang(ja) :is(h1, h2, h3)': { letterSpacing: '0' },
    '::selection': { bg: 'primary.subtleHover', color: 'primary.onSubtle' },
    ':focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    '::placeholder': { color: 'ink.subtle', opacity: '1' },
    'button, [role=button], select, summary': { cursor: 'pointer' },
    ':disabled, [aria-disabled=true]': { cursor: 'not-allowed' },
    // No motion for those who asked for that.
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // A duration, however short, would make a transition of every change, and a menu would take the focus before it is visible.
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
});

/** Tokens, text styles and utilities. Recipes stand with their components (chakra(…, recipe)), so that only those in use are loaded. */
export const system = createSystem(defaultBaseConfig, config);

const { wrap } = system.layers;
/**
 * What a component is given in its place counts more than its recipe. As cascade layers Chakra would say so with every rule that it
 * adds, and with each of those Chromium lays the whole page out again. A selector that weighs nothing says the same for less; the star is
 * there because Emotion puts the class before what begins with a colon. What never changes keeps its layers.
 */
system.layers.wrap = (layer, styles) =>
  layer === 'recipes' ? { '*:where(&)': styles } : wrap(layer, styles);
