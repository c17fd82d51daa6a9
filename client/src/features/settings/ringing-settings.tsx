import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type PushRinging, readPushRinging, switchPushOff, switchPushOn } from '#client/api/push-ringing.ts';
import { installationQuery } from '#client/api/queries/installation.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { type Pending, SettingsSection } from './settings-section.tsx';

const QUERY_KEY = ['push-ringing'];

/** Of this browser, at once: whether it rings while no page is open. Not shown where the installation has no Web Push. */
export const RingingSettings = ({
  userId,
  pending,
}: {
  readonly userId: string;
  readonly pending: Pending;
}) => {
  const { t } = useLingui();
  const lang = useLanguage();
  const queryClient = useQueryClient();
  const { data: installation } = useQuery(installationQuery());
  const { data: ringing } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => readPushRinging(userId),
    // The permission is changed in the browser, while the page is in the background.
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
  });
  const key = installation?.webPushKey ?? null;
  /** While it is being switched. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) await switchPushOff();
      else if (key !== null) await switchPushOn({ userId, key, lang });
    },
    onError: () => showSnackbar('error', <Trans>That didn’t work. Try again later.</Trans>),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
      setWanted(null);
    },
  });
  if (key === null || ringing === undefined) return null;
  return (
    <SettingsSection
      title={t`Incoming calls`}
      lead={<Trans>Changes apply to this device immediately.</Trans>}
      waiting={pending.modified !== null}
    >
      <Switch
        label={t`Ring this device when Hibiki is closed`}
        details={<Details ringing={ringing} />}
        checked={wanted ?? ringing === 'on'}
        disabled={wanted !== null || (ringing !== 'on' && ringing !== 'off')}
        onChange={(on) => {
          setWanted(on);
          change.mutate(on);
        }}
      />
    </SettingsSection>
  );
};

/** What it does, or why this browser cannot, and what to do about it. */
const Details = ({ ringing }: { readonly ringing: PushRinging }) => {
  switch (ringing) {
    case 'on':
    case 'off':
      return (
        <Trans>
          Calls show as notifications even when no Hibiki page is open. Signing out turns this off.
        </Trans>
      );
    case 'blocked':
      return (
        <Trans>Notifications are blocked for this site. Allow them in the browser’s site settings.</Trans>
      );
    case 'needs-install':
      return (
        <Trans>
          On iPhone and iPad, first add Hibiki to the Home Screen: tap Share, then Add to Home Screen.
        </Trans>
      );
    case 'unsupported':
      return <Trans>This browser doesn’t support it.</Trans>;
  }
};
