import type { LogActor } from '#server/audit-log.ts';
import { createSignedAccess } from './signed-access.ts';

/** Permissions to read the files of a recording, which name who has asked for them: what they download is theirs in the audit log. */
export interface RecordingAccess {
  issue(recordingId: string, holder: LogActor): { readonly token: string; readonly expiresAt: Date };
  /** Who has asked for it; null: it was not issued for that recording, or is over. */
  holderOf(recordingId: string, token: string): LogActor | null;
  /** Whether this server knows of a download of the file with that permission: it is one entry in the audit log. */
  isNoted(token: string, fileId: string): boolean;
  note(token: string, fileId: string): void;
}

/** Downloads that are remembered: a program that asks again and again must not fill the audit log. */
const MAX_DOWNLOADS = 10_000;

const SEPARATOR = '~';

/** The kind of holder that has opened a share link, with its id. It is looked at again at each use. */
export const SHARE_LINK = 'share-link';

export function createRecordingAccess(secret: string): RecordingAccess {
  const signed = createSignedAccess(secret);
  const downloads = new Set<string>();
  const itemOf = (recordingId: string, holder: string) => `${recordingId} ${holder}`;
  return {
    issue(recordingId, { kind, id }) {
      const holder = `${kind}${SEPARATOR}${id ?? ''}`;
      const { token, expiresAt } = signed.issue(itemOf(recordingId, holder));
      return { token: `${holder}${SEPARATOR}${token}`, expiresAt };
    },
    holderOf(recordingId, token) {
      const [kind = '', id = '', inner = '', ...others] = token.split(SEPARATOR);
      const holder = `${kind}${SEPARATOR}${id}`;
      if (others.length > 0 || !signed.verify(itemOf(recordingId, holder), inner)) return null;
      return { kind, id: id === '' ? null : id };
    },
    isNoted: (token, fileId) => downloads.has(`${token} ${fileId}`),
    note(token, fileId) {
      if (downloads.size >= MAX_DOWNLOADS) downloads.clear();
      downloads.add(`${token} ${fileId}`);
    },
  };
}
