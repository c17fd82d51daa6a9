import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureSystemPackages } from '#scripts/system-packages.ts';

/** Long enough that it seldom begins again. */
const SPEECH = Array.from(
  { length: 12 },
  (_, index) =>
    `Sentence ${index}. The meeting on Thursday begins at half past nine, in the large room on the second floor. ` +
    'Please bring the figures of last month, and tell the others that the train from Osaka is late again.',
).join(' ');

/** Speech for fake microphones. Returns the path of a WAV file in the folder. */
export async function writeSpeech(folder: string): Promise<string> {
  await ensureSystemPackages(['espeak-ng'], 'for speech');
  const path = join(folder, 'speech.wav');
  await promisify(execFile)('espeak-ng', ['-v', 'en', '-w', path, SPEECH]);
  return path;
}
