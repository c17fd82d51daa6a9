import { lazyScreen } from './load-screen.ts';

/** Every screen, each loaded when it is first shown. */
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
  'rest',
  async () => (await import('#client/features/about/about-page.tsx')).AboutPage,
);
export const SignedInLayout = lazyScreen(
  'rest',
  async () => (await import('./signed-in-layout.tsx')).SignedInLayout,
);
export const HomePage = lazyScreen(
  'rest',
  async () => (await import('#client/features/home/home-page.tsx')).HomePage,
);
export const VideoChatPage = lazyScreen(
  'rest',
  async () => (await import('#client/features/home/video-chat-page.tsx')).VideoChatPage,
);
export const DirectCallPage = lazyScreen(
  'rest',
  async () => (await import('#client/features/direct-call/direct-call-page.tsx')).DirectCallPage,
);
export const GroupChatPage = lazyScreen(
  'rest',
  async () => (await import('#client/features/home/group-chat-page.tsx')).GroupChatPage,
);
export const GroupCallPage = lazyScreen(
  'rest',
  async () => (await import('#client/features/group-call/group-call-page.tsx')).GroupCallPage,
);
export const ManagerHomePage = lazyScreen(
  'rest',
  async () => (await import('#client/features/manage/manager-home-page.tsx')).ManagerHomePage,
);
