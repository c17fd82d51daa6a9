import { lazyScreen } from './load-screen.ts';

/** Every page, each loaded when it is first shown; what stands around them: layouts.ts. */
export const SignInPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/sign-in-page.tsx')).SignInPage,
);
export const SignUpPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/sign-up-page.tsx')).SignUpPage,
);
export const VerifyPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/verify-page.tsx')).VerifyPage,
);
export const UndoMailPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/undo-mail-page.tsx')).UndoMailPage,
);
export const ApprovalPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/approval-page.tsx')).ApprovalPage,
);
export const UserForgotPasswordPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/forgot-password-page.tsx')).UserForgotPasswordPage,
);
export const UserResetPasswordPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/reset-password-page.tsx')).UserResetPasswordPage,
);
export const ManagerSignInPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/manager-sign-in-page.tsx')).ManagerSignInPage,
);
export const ManagerForgotPasswordPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/forgot-password-page.tsx')).ManagerForgotPasswordPage,
);
export const ManagerResetPasswordPage = lazyScreen(
  'base',
  async () => (await import('#client/features/auth/reset-password-page.tsx')).ManagerResetPasswordPage,
);
export const AboutPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/about/about-page.tsx')).AboutPage,
);
export const HomePage = lazyScreen(
  'home',
  async () => (await import('#client/features/home/home-page.tsx')).HomePage,
);
export const VideoChatPage = lazyScreen(
  'pages',
  async () => (await import('./video-chat-screen.tsx')).VideoChatScreen,
);
export const DirectCallPage = lazyScreen(
  'rest',
  async () => (await import('#client/features/direct-call/direct-call-page.tsx')).DirectCallPage,
);
export const DeviceCheckPage = lazyScreen(
  'rest',
  async () => (await import('#client/features/direct-call/device-check-page.tsx')).DeviceCheckPage,
);
export const GroupChatPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/groups/available-groups-page.tsx')).AvailableGroupsPage,
);
export const GroupCallPage = lazyScreen(
  'rest',
  async () => (await import('#client/features/group-call/group-call-page.tsx')).GroupCallPage,
);
export const GuestHomePage = lazyScreen(
  'guest',
  async () => (await import('#client/features/guest/guest-home-page.tsx')).GuestHomePage,
);
export const DeviceSelfTestPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/self-test/self-test-page.tsx')).DeviceSelfTestPage,
);
export const SelfTestPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/self-test/self-test-page.tsx')).SelfTestPage,
);
export const OwnGroupsPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/groups/own-groups-page.tsx')).OwnGroupsPage,
);
export const SettingsPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/settings/settings-page.tsx')).SettingsPage,
);
export const ConnectionsPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/connections/connections-page.tsx')).ConnectionsPage,
);
export const RecordingsPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/recordings/recordings-page.tsx')).RecordingsPage,
);
export const RecordingPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/recordings/recording-page.tsx')).RecordingPage,
);
export const SharedRecordingPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/recordings/shared-recording-page.tsx')).SharedRecordingPage,
);
export const NotificationsPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/notifications/notifications-page.tsx')).NotificationsPage,
);
export const TermsPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/terms/terms-page.tsx')).TermsPage,
);
export const PrivacyPage = lazyScreen(
  'pages',
  async () => (await import('#client/features/terms/terms-page.tsx')).PrivacyPage,
);
export const TermsScreen = lazyScreen('pages', async () => (await import('./terms-screen.tsx')).TermsScreen);
