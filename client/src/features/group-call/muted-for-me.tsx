import { useLingui } from '@lingui/react/macro';
import { VolumeX } from 'lucide-react';
import { useHeardVolume } from './heard-volume.ts';
import type { Person } from './people.ts';

/** Someone whom only oneself does not hear. */
export const MutedForMe = ({ person, size }: { readonly person: Person; readonly size: number }) => {
  const { t } = useLingui();
  const silent = useHeardVolume(person.party) === 0;
  return silent && <VolumeX size={size} role="img" aria-label={t`Muted for you`} />;
};
