import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { currentSettingsQuery } from '#client/api/queries/current-settings.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { useLeaveGuard } from '#client/ui/leave-guard.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { CallSettings } from './call-settings.tsx';
import { DisplaySettings } from './display-settings.tsx';
import { PasswordSettings } from './password-settings.tsx';
import { ProfileSettings } from './profile-settings.tsx';
import { RingingSettings } from './ringing-settings.tsx';
import type { Pending, SectionName } from './settings-section.tsx';

/** `/user/settings`. */
export const SettingsPage = () => {
  const { t } = useLingui();
  const user = useQuery(currentUserQuery());
  const settings = useQuery(currentSettingsQuery());
  const [modified, setModified] = useState<SectionName | null>(null);
  useLeaveGuard(modified !== null);
  const pending: Pending = { modified, setModified };
  useBackOnFailure((!user.data && user.isError) || (!settings.data && settings.isError));
  return (
    <Page width="page">
      <PageHeading
        title={t`Settings`}
        lead={<Trans>Apply or cancel the changes in one section before you change another.</Trans>}
      />
      {user.data && settings.data ? (
        <chakra.div display="grid" gap="6" maxW="prose">
          <ProfileSettings user={user.data} pending={pending} />
          <PasswordSettings mail={user.data.email} pending={pending} />
          <CallSettings settings={settings.data} pending={pending} />
          <DisplaySettings pending={pending} />
          <RingingSettings userId={user.data.id} pending={pending} />
        </chakra.div>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Page>
  );
};

/** Settings that cannot be loaded lead back to the screen before (specification V8). */
const useBackOnFailure = (failed: boolean): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!failed) return;
    showSnackbar('error', <Trans>The settings couldn’t be loaded.</Trans>);
    // The first page of a tab has none before it.
    if (window.history.length > 1) void navigate(-1);
    else void navigate('/user', { replace: true });
  }, [failed, navigate]);
};
