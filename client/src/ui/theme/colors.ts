/**
 * The colours of both themes, named for what they do. Light is ink (sumi) on paper (washi); dark is paper on blue-black ink.
 * Indigo (ai) leads, vermilion (shu) is kept for what is live or dangerous, young-leaf green (wakaba) says that all is well.
 *
 * colors.test.ts holds every pair of text and ground to WCAG 2.2 AA.
 */
export interface ThemeColor {
  readonly light: string;
  readonly dark: string;
}

const color = (light: string, dark: string): ThemeColor => ({ light, dark });

export const themeColors = {
  // The six that the product is specified with, and what stands on them.
  /** The page. */
  background: color('#F6F3EC', '#101218'),
  /** Panels, cards, dialogs. */
  contents: color('#FFFFFF', '#191C24'),
  /** What lies on a panel: menus, hovered rows. */
  'contents.raised': color('#FFFFFF', '#222631'),
  'contents.hover': color('#F7F5F0', '#20242E'),
  navigation: color('#FBF9F5', '#14161D'),
  /** Fields to type in. */
  editor: color('#FDFCFA', '#14171F'),
  link: color('#27509B', '#A9BCF2'),

  primary: color('#27427D', '#A9BCF2'),
  'primary.hover': color('#1E3465', '#BFCDF6'),
  'primary.active': color('#182A52', '#93A9E8'),
  'primary.contrast': color('#FFFFFF', '#111A33'),
  'primary.subtle': color('#E9EDF6', '#232B45'),
  'primary.subtleHover': color('#DCE3F2', '#2B3556'),
  'primary.onSubtle': color('#27427D', '#C3D0F7'),

  ink: color('#1E1D1B', '#ECE9E2'),
  'ink.muted': color('#57534B', '#B0B2BC'),
  'ink.subtle': color('#6B665C', '#9397A4'),

  line: color('#E6E0D5', '#2A2E39'),
  'line.strong': color('#CFC7B8', '#3B4150'),
  /** Borders that show where a control is (WCAG 1.4.11: 3 to 1). */
  'line.control': color('#8F887B', '#6E7484'),
  focus: color('#3563C9', '#A9BCF2'),

  success: color('#426B22', '#A8D27A'),
  'success.solid': color('#5B8C2A', '#8DBD59'),
  'success.subtle': color('#EDF3E1', '#1F2B1A'),
  danger: color('#B42D14', '#FF9B82'),
  'danger.solid': color('#C9371C', '#CC4126'),
  'danger.hover': color('#A92C14', '#B93820'),
  'danger.contrast': color('#FFFFFF', '#FFFFFF'),
  'danger.subtle': color('#FBE9E4', '#3A1D18'),
  warning: color('#7D4F00', '#EBC06D'),
  'warning.solid': color('#B97A0E', '#D9A441'),
  'warning.subtle': color('#FAF0DA', '#332814'),
  /** On air: a call under way, a recording. */
  live: color('#C9371C', '#FF7A5C'),
  /** The frame of the speaker. */
  speaking: color('#6FA335', '#9CCB6B'),

  // A call is shown on a dark stage in both themes, as pictures are.
  stage: color('#15171D', '#0B0D12'),
  'stage.tile': color('#23262F', '#191C24'),
  'stage.control': color('#2F333E', '#262A35'),
  'stage.controlHover': color('#3C414E', '#333846'),
  'stage.line': color('#3C414E', '#2A2E39'),
  'stage.ink': color('#F3F1EC', '#ECE9E2'),
  'stage.muted': color('#B9BBC4', '#B0B2BC'),
} as const satisfies Record<string, ThemeColor>;

export type ColorName = keyof typeof themeColors;

interface SemanticColor {
  readonly value: { readonly base: string; readonly _dark: string };
}

/** As Chakra's semantic tokens: `primary.hover` nests below `primary`, whose own value is its `DEFAULT`. */
export const semanticColors = (): Record<string, Record<string, SemanticColor>> => {
  const tokens: Record<string, Record<string, SemanticColor>> = {};
  for (const [name, { light, dark }] of Object.entries(themeColors)) {
    const [family = name, member = 'DEFAULT'] = name.split('.');
    tokens[family] = { ...tokens[family], [member]: { value: { base: light, _dark: dark } } };
  }
  return tokens;
};
