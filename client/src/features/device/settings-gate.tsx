import { useState } from 'react';
import { kioskPin } from './kiosk-pin-store.ts';
import { KioskSettings, type KioskSettingsProps } from './kiosk-settings.tsx';
import { AskPin, ChoosePin } from './pin-dialog.tsx';

type Step = 'ask' | 'choose' | 'settings';

const firstStep = { 'never-asked': 'choose', declined: 'settings', set: 'ask' } as const;

/** The settings behind their PIN, which the first visit offers to set. */
export const SettingsGate = (props: Omit<KioskSettingsProps, 'onPin'>) => {
  const [step, setStep] = useState<Step>(() => firstStep[kioskPin.status()]);
  const open = () => setStep('settings');
  switch (step) {
    case 'ask':
      return <AskPin pin={kioskPin} onRight={open} onClose={props.onClose} />;
    case 'choose':
      return <ChoosePin pin={kioskPin} onDone={open} onClose={props.onClose} />;
    case 'settings':
      return <KioskSettings {...props} onPin={() => setStep('choose')} />;
  }
};
