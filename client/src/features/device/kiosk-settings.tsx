import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { KeyRound, Languages, Moon, Stethoscope, Sun } from 'lucide-react';
import { Link } from 'react-router-dom';
import { mergeItem } from '#client/api/call-api.ts';
import { currentDeviceQuery } from '#client/api/queries/current-device.ts';
import { chooseLanguage } from '#client/i18n/activate.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { languageNames } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { darkThemeAtom } from '#client/ui/ui-state.ts';
import { KioskDevices } from './kiosk-devices.tsx';
import { kioskPin } from './kiosk-pin-store.ts';

export interface KioskSettingsProps {
  readonly deviceId: string;
  readonly answersByItself: boolean;
  /** Sets a PIN, or another one. */
  readonly onPin: () => void;
  readonly onClose: () => void;
}

/** What the person who sets the device up may choose; everything else is its manager's. */
export const KioskSettings = ({ deviceId, answersByItself, onPin, onClose }: KioskSettingsProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const [dark, setDark] = useAtom(darkThemeAtom);
  const other = language === 'ja' ? 'en' : 'ja';
  const answer = useMutation({
    mutationFn: (on: boolean) => mergeItem('devices', deviceId, { answersByItself: on }),
    onSuccess: (device) => queryClient.setQueryData(currentDeviceQuery().queryKey, device),
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
  });
  return (
    <Dialog
      title={t`This device`}
      onClose={onClose}
      actions={
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <chakra.div display="grid" gap="4">
        <chakra.label
          display="flex"
          gap="4"
          alignItems="flex-start"
          p="4"
          borderRadius="md"
          border="1px solid"
          borderColor="line"
          color="ink"
          cursor="pointer"
        >
          <chakra.input
            type="checkbox"
            width="6"
            height="6"
            mt="0.5"
            flexShrink="0"
            accentColor="var(--h-colors-primary)"
            checked={answer.isPending ? answer.variables : answersByItself}
            onChange={(event) => answer.mutate(event.currentTarget.checked)}
          />
          <span>
            <chakra.span display="block" textStyle="subheading">
              <Trans>Answer automatically</Trans>
            </chakra.span>
            <chakra.span display="block" textStyle="small" color="ink.muted">
              <Trans>
                This device answers approved callers after 3 seconds, with camera and microphone on.
              </Trans>
            </chakra.span>
          </span>
        </chakra.label>
        <KioskDevices />
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <Button variant="outline" onClick={onPin}>
            <KeyRound aria-hidden />
            {kioskPin.status() === 'set' ? t`Change PIN` : t`Set PIN`}
          </Button>
          <Button variant="outline" lang={other} onClick={() => void chooseLanguage(other)}>
            <Languages aria-hidden />
            {languageNames[other]}
          </Button>
          <Button variant="outline" onClick={() => setDark(!dark)}>
            {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
            {dark ? t`Light theme` : t`Dark theme`}
          </Button>
          <Button variant="outline" asChild>
            <Link to="/device/selftest">
              <Stethoscope aria-hidden />
              <Trans>Check camera, audio and network</Trans>
            </Link>
          </Button>
        </chakra.div>
      </chakra.div>
    </Dialog>
  );
};
