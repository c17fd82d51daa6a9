/** Pages that mails lead to. Tokens of guests stand behind `#`, so that they reach no server's log. */
export interface Links {
  verify(kind: 'user' | 'admin' | 'customer', token: string, target: string): string;
  undoMail(token: string, target: string): string;
  resetPassword(kind: 'user' | 'manager' | 'admin', token: string, target: string): string;
  approvePair(token: string, target: string): string;
  guest(token: string): string;
  /** A recording that is shared by a link. */
  recording(token: string): string;
  groupCall(groupId: string): string;
  device(serial: string, secret: string): string;
  signIn(): string;
}

/** `publicUrl` without a slash at the end. */
export function createLinks(publicUrl: string): Links {
  const page = (path: string, query: Readonly<Record<string, string>>): string =>
    `${publicUrl}${path}?${new URLSearchParams(query)}`;
  return {
    verify: (kind, token, target) =>
      page('/user/verify', kind === 'user' ? { token, target } : { token, target, kind }),
    undoMail: (token, target) => page('/user/mail/undo', { token, target }),
    resetPassword(kind, token, target) {
      if (kind === 'user') return page('/user/password/reset', { token, target });
      return page(
        '/manager/password/reset',
        kind === 'manager' ? { token, target } : { token, target, kind },
      );
    },
    approvePair: (token, target) => page('/user/approval', { token, target }),
    guest: (token) => `${publicUrl}/guest#token=${token}`,
    recording: (token) => `${publicUrl}/recordings/shared#token=${token}`,
    groupCall: (groupId) => page('/user/groupchat/talk', { group: groupId }),
    device: (serial, secret) => `${publicUrl}/device#${new URLSearchParams({ serial, secret })}`,
    signIn: () => `${publicUrl}/signin`,
  };
}
