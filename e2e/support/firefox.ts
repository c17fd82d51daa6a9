import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type Evaluates, keepPeerConnections } from './media-stats.ts';
import { until } from './until.ts';

/** A camera and a microphone that are not there, no questions, and nothing that would reach out to the network. */
const PREFERENCES: Readonly<Record<string, boolean | number | string>> = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'media.peerconnection.ice.loopback': true,
  // The names of mDNS candidates would need a resolver.
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  // The OpenH264 plugin cannot be fetched: VP8 it is.
  'media.gmp-manager.updateEnabled': false,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'intl.accept_languages': 'en-US, en',
};

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Debian's Firefox ESR, or another one by `FIREFOX_BIN`; undefined where there is none. */
export const findFirefox = (): string | undefined =>
  process.env.FIREFOX_BIN || ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(isExecutable);

/** One tab, driven by WebDriver BiDi. Elements are found by what they are called, as people find them. */
export interface FirefoxPage extends Evaluates {
  goto(url: string): Promise<void>;
  /** `name`: what it is called, or its test id. */
  click(name: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A Firefox of its own with one page. Playwright's driver for it wants commands that the ESR does not have yet
 * (emulation.setMediaFeaturesOverride), so this speaks the few that a call needs itself.
 */
export async function startFirefox(binary: string): Promise<FirefoxPage> {
  const profile = await mkdtemp(join(tmpdir(), 'hibiki-firefox-'));
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), preferences.join('\n'));
  const child = spawn(
    binary,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  );
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const close = async () => {
    if (!hasExited()) {
      child.kill('SIGTERM');
      await until('Firefox has ended', hasExited);
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const driver = await connectDriver(await addressOf(child, hasExited));
    return await openPage(driver, async () => {
      driver.close();
      await close();
    });
  } catch (error) {
    await close();
    throw error;
  }
}

async function addressOf(child: ChildProcess, hasExited: () => boolean): Promise<string> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return await until('Firefox listens', () => {
    if (hasExited()) throw new Error(`Firefox ended early: ${said.slice(-500)}`);
    return /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
  });
}

interface Driver {
  send(method: string, parameters: object): Promise<Record<string, unknown>>;
  close(): void;
}

/** WebDriver BiDi (W3C): requests with an id, answers with the same id; events are not asked for. */
async function connectDriver(address: string): Promise<Driver> {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >();
  let lastId = 0;
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as {
      readonly id?: number;
      readonly result?: Record<string, unknown>;
      readonly message?: string;
    };
    const asked = answer.id === undefined ? undefined : waiting.get(answer.id);
    if (answer.id === undefined || !asked) return;
    waiting.delete(answer.id);
    if (answer.result) asked.resolve(answer.result);
    else asked.reject(new Error(answer.message ?? 'WebDriver BiDi failed'));
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'));
  });
  const send = (method: string, parameters: object) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params: parameters }));
    });
  await send('session.new', { capabilities: {} });
  return { send, close: () => socket.close() };
}

async function openPage(driver: Driver, close: () => Promise<void>): Promise<FirefoxPage> {
  const { context } = await driver.send('browsingContext.create', { type: 'tab' });
  await driver.send('script.addPreloadScript', { functionDeclaration: keepPeerConnections.toString() });

  const call = async (declaration: string, given: readonly unknown[]): Promise<unknown> => {
    const answer = await driver.send('script.callFunction', {
      // Plain JSON both ways: BiDi's own values would have to be taken apart.
      functionDeclaration: `async (json) => JSON.stringify(await (${declaration})(...JSON.parse(json))) ?? 'null'`,
      arguments: [{ type: 'string', value: JSON.stringify(given) }],
      awaitPromise: true,
      target: { context },
    });
    const { result, exceptionDetails } = answer as {
      readonly result?: { readonly value: string };
      readonly exceptionDetails?: { readonly text: string };
    };
    if (!result) throw new Error(exceptionDetails?.text ?? 'The page threw');
    return JSON.parse(result.value);
  };

  return {
    close,
    async goto(url) {
      await driver.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async <Result>(work: () => Result | Promise<Result>) =>
      (await call(work.toString(), [])) as Result,
    async click(name) {
      await until(`${name} can be clicked`, () => call(clickNamed.toString(), [name]));
    },
    async fill(label, text) {
      await until(`${label} can be filled in`, () => call(fillLabelled.toString(), [label, text]));
    },
  };
}

/* What follows runs in the page. */

function clickNamed(name: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>('button, a')].find((element) => {
    const called = element.getAttribute('aria-label') ?? element.textContent?.trim();
    const isNamed = called === name || element.dataset.testid === name;
    // A click on what is disabled yet goes nowhere, and no one would know.
    return isNamed && element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true]');
  });
  found?.click();
  return found !== undefined;
}

function fillLabelled(label: string, text: string): boolean {
  const found = [...document.querySelectorAll('label')].find(
    (element) => element.textContent === label,
  )?.control;
  if (!(found instanceof HTMLInputElement)) return false;
  found.value = text;
  found.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
