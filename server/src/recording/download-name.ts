import { beginningOf } from '#protocol/text.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/x-matroska': 'mkv',
  'audio/x-matroska': 'mkv',
};

export interface DownloadedFile {
  /** Name of the recording. */
  readonly name: string;
  /** Name of the person in the file; empty for a file with everyone. */
  readonly party_name: string;
  readonly started_at: Date;
  readonly media_type: string;
}

/** Characters of group and person: file systems take 255 bytes, of which a letter may need three. */
const MAX_WORDS = 76;

/** What a recorded file is kept under: group, person and time, without what file systems refuse. */
export const downloadName = (file: DownloadedFile): string =>
  `${nameWithoutEnding(file)}.${ENDINGS[file.media_type] ?? 'webm'}`;

/** @param count the how manieth of that name it is, from 1 on */
export const archivedName = (file: DownloadedFile, count: number): string =>
  count === 1
    ? downloadName(file)
    : `${nameWithoutEnding(file)} (${count}).${ENDINGS[file.media_type] ?? 'webm'}`;

/** What all files of a recording are kept under, as one ZIP file. */
export const archiveName = (recording: Pick<DownloadedFile, 'name' | 'started_at'>): string =>
  `${nameWithoutEnding({ ...recording, party_name: '' })}.zip`;

function nameWithoutEnding({
  name,
  party_name,
  started_at,
}: Pick<DownloadedFile, 'name' | 'party_name' | 'started_at'>): string {
  const time = started_at.toISOString().replace(/\D/g, '').slice(0, 14);
  const words = `${name} ${party_name}`
    .replace(/[\p{C}\\/:*?"<>|]/gu, ' ')
    .replace(/ +/g, ' ')
    // A dot at the beginning hides a file.
    .replace(/^[. ]+/, '')
    .trim();
  return `${beginningOf(words, MAX_WORDS)} ${time}`.trim();
}

/** `Content-Disposition` (RFC 6266): the plain name for old readers, the real one beside it (RFC 8187). */
export function contentDisposition(name: string, isDownload: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${isDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
