import { TermsGate } from '#client/features/terms/terms-gate.tsx';
import { useSignOut } from './shell/use-sign-out.ts';

/** To agree, or to be signed out. */
export const TermsScreen = () => {
  const signOut = useSignOut();
  return <TermsGate onDisagree={signOut.run} leaving={signOut.busy} />;
};
