import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { callPair, chooseMore, joinGroup, talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

/** What a page sends of its camera: codec, and the sum of what its encodings may take, in kbit/s. */
const sentVideo = (page: Page) =>
  page.evaluate(async () => {
    for (const connection of window.__peerConnections) {
      if (connection.connectionState !== 'connected') continue;
      const camera = connection
        .getSenders()
        .find(({ track }) => track?.kind === 'video' && track.readyState === 'live');
      if (!camera) continue;
      const report = await camera.getStats();
      const stats = [...report.values()].find(({ type, codecId }) => type === 'outbound-rtp' && codecId);
      const { encodings } = camera.getParameters();
      return {
        codec: stats ? String(report.get(stats.codecId).mimeType) : null,
        kbps: Math.max(...encodings.map(({ maxBitrate = 0 }) => maxBitrate)) / 1000,
      };
    }
    return null;
  });

/** What a page sends of its microphone: the codec, at most how much, in kbit/s, and what the browser makes of it before. */
const sentAudio = (page: Page) =>
  page.evaluate(async () => {
    for (const connection of window.__peerConnections) {
      if (connection.connectionState !== 'connected') continue;
      const microphone = connection
        .getSenders()
        .find(({ track }) => track?.kind === 'audio' && track.readyState === 'live');
      if (!microphone?.track) continue;
      const { autoGainControl, echoCancellation, noiseSuppression } = microphone.track.getSettings();
      const [{ maxBitrate = 0 } = {}] = microphone.getParameters().encodings;
      const report = await microphone.getStats();
      const stats = [...report.values()].find(({ type, codecId }) => type === 'outbound-rtp' && codecId);
      const codec = stats ? String(report.get(stats.codecId).mimeType) : null;
      return { codec, kbps: maxBitrate / 1000, autoGainControl, echoCancellation, noiseSuppression };
    }
    return null;
  });

declare global {
  interface Window {
    __pictureLost: number;
  }
}

/** Counts from now on how often a page that shows someone else's picture shows none. */
const watchPicture = (page: Page) =>
  page.evaluate(() => {
    const isSeen = () => document.querySelector('video[data-member][data-ready=true]') !== null;
    window.__pictureLost = isSeen() ? 0 : 1;
    new MutationObserver(() => {
      if (!isSeen()) window.__pictureLost++;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });

describe('a change of the settings', () => {
  const people = setUpPeople({ customerPerTest: true });

  /** As the settings screen does, from elsewhere. */
  const set = async (name: string, change: Record<string, unknown>): Promise<void> => {
    const { url } = people.system;
    const { mail, password } = people.system.account(name);
    const signedIn = await fetch(`${url}/api/v1/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: mail, password }),
    });
    const { token } = (await signedIn.json()) as { token: string };
    const authorization = `Bearer ${token}`;
    const current = await fetch(`${url}/api/v1/settings/current`, { headers: { authorization } });
    const { id } = (await current.json()) as { id: string };
    const answer = await fetch(`${url}/api/v1/settings/${id}`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(change),
    });
    expect(answer.status).toBe(200);
  };

  const follows = async (page: Page, other: Page): Promise<void> => {
    await expect.poll(() => sentVideo(page)).toEqual({ codec: 'video/VP8', kbps: 200 });
    await set('alice', { video_chat_video_bandwidth: 150 });
    await expect.poll(() => sentVideo(page)).toEqual({ codec: 'video/VP8', kbps: 150 });
    await watchPicture(other);
    for (const codec of ['VP9', 'H264']) {
      await set('alice', { video_chat_video_codec: codec });
      await expect.poll(async () => (await sentVideo(page))?.codec).toBe(`video/${codec}`);
      await framesFlow(other, 1);
    }
    // A change of the codec is not seen.
    expect(await other.evaluate(() => window.__pictureLost)).toBe(0);

    for (const on of [false, true]) {
      await set('alice', {
        video_chat_audio_bandwidth: 64,
        video_chat_agc: on,
        video_chat_echo_cancellation: on,
        video_chat_noise_suppression: on,
      });
      await expect
        .poll(() => sentAudio(page))
        .toMatchObject({ kbps: 64, autoGainControl: on, echoCancellation: on, noiseSuppression: on });
      await soundFlows(other);
    }
    for (const codec of ['PCMU', 'G722']) {
      await set('alice', { video_chat_audio_codec: codec });
      await expect.poll(async () => (await sentAudio(page))?.codec).toBe(`audio/${codec}`);
      await soundFlows(other);
    }
  };

  test('reaches a running 1-to-1 call, and what the browser lacks is said', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await callPair(alice, 'Bob');
    await bob.getByRole('button', { name: 'Answer', exact: true }).click();
    await framesFlow(bob, 1);
    await follows(alice, bob);
    await set('alice', { video_chat_audio_codec: 'ISAC' });
    await alice.getByText(/This browser has no ISAC/).waitFor();
  });

  test('is there in the next call from its beginning', async () => {
    await set('alice', {
      video_chat_video_bandwidth: 300,
      video_chat_video_codec: 'VP9',
      video_chat_audio_bandwidth: 32,
      video_chat_audio_codec: 'PCMA',
      video_chat_echo_cancellation: false,
    });
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await talk(alice, bob, 'Bob');
    await expect.poll(() => sentVideo(alice)).toEqual({ codec: 'video/VP9', kbps: 300 });
    await expect
      // That codec knows no lower rate.
      .poll(() => sentAudio(alice))
      .toMatchObject({ codec: 'audio/PCMA', kbps: 64, echoCancellation: false });
    await soundFlows(bob);
  });

  test('reaches a running group call', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await framesFlow(bob, 1);
    await follows(alice, bob);
    // The server can record Opus only, so browsers send it during a recording whatever the setting is.
    await chooseMore(alice, 'record-on-server');
    await expect.poll(async () => (await sentAudio(alice))?.codec).toBe('audio/opus');
    await soundFlows(bob);
    await chooseMore(alice, 'record-on-server');
    await expect.poll(async () => (await sentAudio(alice))?.codec).toBe('audio/G722');
    await soundFlows(bob);
  });
});
