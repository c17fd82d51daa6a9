import { useMemo } from 'react';
import type { Self } from '#client/api/queries/other-side.ts';
import { useConsoleAccount } from './use-console-account.ts';

/** The same object as long as the account is. A manager is a user too, and may be paired with the owner of a group; an administrator is not. */
export function useSelf(): Self | null {
  const account = useConsoleAccount();
  return useMemo(() => {
    if (account.kind === 'admin') return null;
    const { id, name, email } = account.user;
    return { id, label: name === email ? email : `${name}\n${email}` };
  }, [account]);
}
