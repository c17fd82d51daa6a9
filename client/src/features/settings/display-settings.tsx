import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { Switch } from '#client/ui/switch.tsx';
import { ThemeAndLanguage } from '#client/ui/theme-and-language.tsx';
import { footerVisibleAtom, headerVisibleAtom, singleKeysAtom } from '#client/ui/ui-state.ts';
import { type Pending, SettingsSection } from './settings-section.tsx';

/** Of this browser, at once: theme, language, header, footer and shortcuts. */
export const DisplaySettings = ({ pending }: { readonly pending: Pending }) => {
  const { t } = useLingui();
  const [header, setHeader] = useAtom(headerVisibleAtom);
  const [footer, setFooter] = useAtom(footerVisibleAtom);
  const [singleKeys, setSingleKeys] = useAtom(singleKeysAtom);
  return (
    <SettingsSection
      title={t`Display`}
      lead={<Trans>Changes apply to this browser immediately.</Trans>}
      waiting={pending.modified !== null}
    >
      <ThemeAndLanguage />
      <Switch
        label={t`Show the header`}
        details={<Trans>If hidden, open Settings from the home page.</Trans>}
        checked={header}
        onChange={setHeader}
      />
      <Switch label={t`Show the footer`} checked={footer} onChange={setFooter} />
      <Switch
        label={t`Single-key shortcuts`}
        details={
          <Trans>
            In a call, press M to mute and V to turn the camera off. Press ? to see all shortcuts.
          </Trans>
        }
        checked={singleKeys}
        onChange={setSingleKeys}
      />
    </SettingsSection>
  );
};
