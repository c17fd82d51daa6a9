import { createRoutesFromElements, Navigate, Route, useRoutes } from 'react-router-dom';
import { useAuthenticated } from './account.ts';
import { Guarded } from './guarded.tsx';
import * as layouts from './layouts.ts';
import * as screens from './screens.ts';
import { Shell } from './shell/shell.tsx';

/** Every route of specification U7 that has its screen; those of calls are shown by the call host, which outlives them. Unknown paths lead to sign-in. */
export const appRoutes = createRoutesFromElements(
  <Route Component={Shell}>
    <Route index Component={Start} />
    <Route path="/signin" Component={screens.SignInPage} />
    <Route path="/user/signup" Component={screens.SignUpPage} />
    <Route path="/user/verify" Component={screens.VerifyPage} />
    <Route path="/user/mail/undo" Component={screens.UndoMailPage} />
    <Route path="/user/approval" Component={screens.ApprovalPage} />
    <Route path="/user/password/forgot" Component={screens.UserForgotPasswordPage} />
    <Route path="/user/password/reset" Component={screens.UserResetPasswordPage} />
    <Route path="/about" Component={screens.AboutPage} />
    <Route path="/terms" Component={screens.TermsPage} />
    <Route path="/privacy" Component={screens.PrivacyPage} />
    <Route path="/manager/signin" Component={screens.ManagerSignInPage} />
    <Route path="/manager/password/forgot" Component={screens.ManagerForgotPasswordPage} />
    <Route path="/manager/password/reset" Component={screens.ManagerResetPasswordPage} />

    <Route path="/selftest" Component={screens.SelfTestPage} />
    <Route path="/recordings/shared" Component={screens.SharedRecordingPage} />

    <Route path="/guest" Component={layouts.GuestLayout}>
      <Route index Component={screens.GuestHomePage} />
      <Route path="groupchat/talk" element={null} />
      <Route path="videochat/talk" element={null} />
      <Route path="*" element={<Navigate to="/guest" replace />} />
    </Route>
    <Route path="/device" Component={layouts.DeviceLayout}>
      <Route index Component={layouts.DeviceHome} />
      <Route path="selftest" Component={screens.DeviceSelfTestPage} />
      <Route path="groupchat/talk" element={null} />
      <Route path="videochat/talk" element={null} />
      <Route path="*" element={<Navigate to="/device" replace />} />
    </Route>

    <Route Component={layouts.SignedInLayout}>
      <Route Component={Guarded}>
        <Route path="/user" Component={screens.HomePage} />
        <Route path="/user/videochat" Component={screens.VideoChatPage} />
        <Route path="/user/videochat/devices" Component={screens.DeviceCheckPage} />
        <Route path="/user/videochat/talk" element={null} />
        <Route path="/user/groupchat" Component={screens.GroupChatPage} />
        <Route path="/user/groupchat/talk" element={null} />
        <Route path="/user/owngroups" Component={screens.OwnGroupsPage} />
        <Route path="/user/settings" Component={screens.SettingsPage} />
        <Route path="/user/connections" Component={screens.ConnectionsPage} />
        <Route path="/user/recordings" Component={screens.RecordingsPage} />
        <Route path="/user/recordings/:id" Component={screens.RecordingPage} />
        <Route path="/user/notifications" Component={screens.NotificationsPage} />
      </Route>
      <Route path="/manager/*" Component={layouts.ConsoleArea} />
    </Route>

    <Route path="*" element={<Navigate to="/signin" replace />} />
  </Route>,
);

export const AppRoutes = () => useRoutes(appRoutes);

function Start() {
  return <Navigate to={useAuthenticated() ? '/user' : '/signin'} replace />;
}
