import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { type BrowserOptions, launchBrowser } from './browser.ts';
import { writeSpeech } from './speech.ts';
import { type OwnSystem, startSystem } from './start-system.ts';
import { startTurnLine, type TurnLine } from './turn-line.ts';

/** What benchmarks of bad lines need. */
export interface SpeechOverLine {
  readonly line: TurnLine;
  /** Uses the TURN server behind the line. */
  readonly system: OwnSystem;
  /** Its microphones play speech. */
  readonly browser: Browser;
  stop(): Promise<void>;
}

/** @param name of the system's log */
export async function startSpeechOverLine(
  name: string,
  options: Pick<BrowserOptions, 'framesPerSecond'> = {},
): Promise<SpeechOverLine> {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-speech-'));
  const wav = await writeSpeech(folder);
  const line = await startTurnLine();
  const system = await startSystem({ name, environment: line.environment });
  const browser = await launchBrowser({ ...options, switches: [`--use-file-for-fake-audio-capture=${wav}`] });
  return {
    line,
    system,
    browser,
    async stop() {
      await browser.close();
      await system.stop();
      await line.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
