import { useMemo } from 'react';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import type { LogReader } from './object-address.ts';

/** Who reads the log; the same object as long as the account is. */
export function useLogReader(): LogReader {
  const account = useConsoleAccount();
  return useMemo(
    () =>
      account.kind === 'admin'
        ? { isAdmin: true, id: account.admin.id }
        : { isAdmin: false, id: account.user.id },
    [account],
  );
}
