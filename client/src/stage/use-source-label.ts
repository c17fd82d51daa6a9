import { useLingui } from '@lingui/react/macro';

/** What a tile shows: a person's camera by the person's name, or what the person shares. */
export function useSourceLabel(): (
  source: 'camera' | 'screen' | 'playback',
  person: {
    /** The label of the person's camera tile. */
    readonly label: string;
    /** As sentences name the person. */
    readonly named: string;
  },
) => string {
  const { t } = useLingui();
  return (source, { label, named: name }) => {
    switch (source) {
      case 'camera':
        return label;
      case 'screen':
        return t`Screen of ${name}`;
      case 'playback':
        return t`File played by ${name}`;
    }
  };
}
