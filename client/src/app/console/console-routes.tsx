import { useEffect } from 'react';
import { createRoutesFromElements, Route, useRoutes } from 'react-router-dom';
import { ConsoleOverlays } from '#client/features/manage/shell/console-overlays.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { PrefetchFirstPage } from '#client/features/manage/shell/prefetch-first-page.tsx';
import { useManagedChanges } from '#client/features/manage/shell/use-managed-changes.ts';
import { useKnownZone } from '#client/features/manage/shell/use-zone.ts';
import { TimeZone } from '#client/ui/time-zone.ts';
import * as screens from './console-screens.ts';
import { loadListsAhead } from './load-lists-ahead.ts';

/** Every screen of the console, below `/manager`. */
export const consoleRoutes = createRoutesFromElements(
  <>
    <Route index Component={screens.ConsoleHomePage} />
    <Route path="live" Component={screens.LivePage} />
    <Route path="live/:callId" Component={screens.LiveCallPage} />
    <Route path="tasks" Component={screens.TasksPage} />
    <Route path="tasks/:id" Component={screens.TaskPage} />
    <Route path="import/:kind" Component={screens.ImportPage} />
    <Route path="users" Component={screens.UsersPage} />
    <Route path="users/:id" Component={screens.UserPage} />
    <Route path="users/:id/:tab" Component={screens.UserPage} />
    <Route path="devices" Component={screens.DevicesPage} />
    <Route path="devices/:id" Component={screens.DevicePage} />
    <Route path="devices/:id/:tab" Component={screens.DevicePage} />
    <Route path="pairs" Component={screens.PairsPage} />
    <Route path="groups" Component={screens.GroupsPage} />
    <Route path="groups/:id" Component={screens.GroupPage} />
    <Route path="statics" Component={screens.StatisticsPage} />
    <Route path="connections" Component={screens.ConnectionsPage} />
    <Route path="recordings" Component={screens.RecordingsPage} />
    <Route path="recordings/:id" Component={screens.RecordingPage} />
    <Route path="customer" Component={screens.CustomerPage} />
    <Route path="customer/:id" Component={screens.OneCustomerPage} />
    <Route path="customer/:id/:tab" Component={screens.OneCustomerPage} />
    <Route path="notifications" Component={screens.NotificationsPage} />
    <Route path="webhooks" Component={screens.WebhooksPage} />
    <Route path="webhooks/:id" Component={screens.WebhookPage} />
    <Route path="services" Component={screens.ServicesPage} />
    <Route path="admins" Component={screens.AdminsPage} />
    <Route path="nodes" Component={screens.NodesPage} />
    <Route path="mails" Component={screens.MailsPage} />
    <Route path="logs" Component={screens.LogsPage} />
    <Route path="settings" Component={screens.OwnSettingsPage} />
    <Route path="*" Component={NotFoundPage} />
  </>,
);

export const ConsoleRoutes = () => {
  useManagedChanges();
  useEffect(() => void loadListsAhead(), []);
  return (
    <TimeZone value={useKnownZone()}>
      <PrefetchFirstPage />
      {useRoutes(consoleRoutes)}
      <ConsoleOverlays />
    </TimeZone>
  );
};
