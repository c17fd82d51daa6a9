import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Panel } from '#client/ui/panel.tsx';

export interface SettingsPanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A heading and the settings below it. */
export const SettingsPanel = ({ title, children }: SettingsPanelProps) => {
  const id = useId();
  return (
    <Panel aria-labelledby={id} display="grid" gap="4">
      <chakra.h2 id={id} textStyle="subheading">
        {title}
      </chakra.h2>
      {children}
    </Panel>
  );
};
