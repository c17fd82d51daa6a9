import type { GroupId } from '#protocol/ids.ts';
import { TestSignalClient } from '#server/testing/signal-client.ts';
import { createConnection } from '#sfu/testing/connection.ts';
import {
  AUDIO_LEVEL_ID,
  AUDIO_LEVEL_URI,
  asksForKeyFrame,
  isRtcp,
  OPUS_PAYLOAD_TYPE,
  rtpPacket,
  VP8_PAYLOAD_TYPE,
} from '#sfu/testing/rtp.ts';
import { newUdpPort } from '#sfu/testing/udp-port.ts';
import { demoGroup } from './demo-group.ts';
import type { Film } from './drawn-film.ts';
import { makeGroupLink } from './guest-links.ts';
import type { System } from './system.ts';

/** Someone who takes part through the real server without a browser: sends real VP8 and receives nothing. */
export interface Extra {
  readonly name: string;
  /** Is heard from now on, or no longer. */
  speak(loud: boolean): void;
  raiseHand(): Promise<unknown>;
  say(text: string): Promise<unknown>;
  /** Waits until someone else leaves the call from now on. */
  someoneLeft(): Promise<unknown>;
  /** Can be called twice. */
  leave(): void;
}

const PACKET_BYTES = 1_100;
const VIDEO_CLOCK = 90_000;
const SOUND_MS = 20;
const PING_MS = 5_000;
const SILENT_DBOV = 127;
/** An Opus packet of 20 ms of nothing (RFC 6716, 3.1). */
const OPUS_SILENCE = Uint8Array.from([0xf8, 0xff, 0xfe]);

let nextSsrc = 100_000;

/** A link to the demo group's call, of its owner. */
export async function guestLinkToken(system: System): Promise<string> {
  const link = await makeGroupLink(system);
  const token = new URL(link.url).hash.split('token=')[1];
  if (!token) throw new Error('The guest link has no token');
  return token;
}

/** A guest who joins the demo group's call. */
export async function joinAsExtra(system: System, token: string, name: string, film: Film): Promise<Extra> {
  const { id: groupId } = await demoGroup(system);
  return takePart(system, { credential: { kind: 'guest', token, name }, groupId, name, film });
}

export interface Part {
  readonly credential: Parameters<TestSignalClient['open']>[0];
  readonly groupId: GroupId;
  readonly name: string;
  readonly film: Film;
}

/** Joins the call of a group as anyone who may: a guest, or a member with an access token. */
export async function takePart(system: System, { credential, groupId, name, film }: Part): Promise<Extra> {
  const client = new TestSignalClient(`ws://localhost:${system.port}/api/v1/signal`);
  await client.open(credential);
  const reply = await client.request('groupCall.join', { target: { kind: 'group', groupId } });
  const { sendTransport } = reply;
  const connection = createConnection(sendTransport, 'SendOnly', await newUdpPort());
  const transportId = sendTransport.id;
  await client.request('groupCall.connectTransport', {
    transportId,
    dtlsParameters: connection.dtlsParameters,
  });
  await connection.open();
  const [videoSsrc, audioSsrc] = [nextSsrc++, nextSsrc++];
  const produce = (source: 'camera' | 'microphone') =>
    client.request('groupCall.produce', {
      transportId,
      kind: source === 'camera' ? 'video' : 'audio',
      source,
      paused: false,
      rtpParameters: source === 'camera' ? filmed(videoSsrc) : heard(audioSsrc),
    });
  await produce('camera');
  await produce('microphone');

  let isLoud = false;
  let keyWanted = true;
  let frame = 0;
  let sequence = 0;
  connection.track.onMessage((message) => {
    if (isRtcp(message) && asksForKeyFrame(message)) keyWanted = true;
  });
  const send = (packet: Buffer) => {
    if (connection.track.isOpen()) connection.track.sendMessageBinary(packet);
  };
  const beganMs = performance.now();
  let shown = 0;
  const showFrame = () => {
    // The film's first frame is its only key frame: anyone who needs one sees it from the beginning.
    if (keyWanted) frame = 0;
    keyWanted = false;
    const data = film.frames[frame++ % film.frames.length] ?? new Uint8Array();
    for (let offset = 0; offset < data.length; offset += PACKET_BYTES) {
      const part = data.subarray(offset, offset + PACKET_BYTES);
      send(
        rtpPacket({
          payloadType: VP8_PAYLOAD_TYPE,
          ssrc: videoSsrc,
          sequence: sequence++,
          timestamp: Math.round((shown * VIDEO_CLOCK) / film.framesPerSecond),
          // RFC 7741, 4.2: the start of the only partition, or more of it.
          payload: Uint8Array.from([offset === 0 ? 0x10 : 0x00, ...part]),
          marker: offset + PACKET_BYTES >= data.length,
        }),
      );
    }
    shown += 1;
  };
  let sounds = 0;
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - beganMs;
    while ((shown * 1000) / film.framesPerSecond <= elapsedMs) showFrame();
    while (sounds * SOUND_MS <= elapsedMs) {
      send(
        rtpPacket({
          payloadType: OPUS_PAYLOAD_TYPE,
          ssrc: audioSsrc,
          sequence: sounds,
          timestamp: sounds * 960,
          payload: OPUS_SILENCE,
          audioLevel: isLoud ? voiceLevel(sounds) : SILENT_DBOV,
        }),
      );
      sounds += 1;
    }
  }, SOUND_MS);
  // Or the server takes them for gone.
  const pinging = setInterval(() => {
    client.request('session.ping', {}).catch(() => {});
  }, PING_MS);
  let hasLeft = false;
  return {
    name,
    speak(loud) {
      isLoud = loud;
    },
    raiseHand: () => client.request('groupCall.setHand', { raised: true }),
    say: (text) => client.request('groupCall.say', { text }),
    someoneLeft: () => client.notice('groupCall.memberLeft', () => true, client.frames.length),
    leave() {
      if (hasLeft) return;
      hasLeft = true;
      clearInterval(timer);
      clearInterval(pinging);
      // The call would wait for someone who merely closed the page.
      client
        .request('groupCall.leave', {})
        .catch(() => {})
        .finally(() => client.close());
      connection.close();
    },
  };
}

/** A voice rises and falls with its syllables: what stays the same is noise to anyone who looks for the dominant speaker. */
const voiceLevel = (sound: number): number => Math.round(10 + 60 * Math.abs(Math.sin(sound / 6)));

const filmed = (ssrc: number) => ({
  codecs: [
    {
      mimeType: 'video/VP8',
      payloadType: VP8_PAYLOAD_TYPE,
      clockRate: VIDEO_CLOCK,
      rtcpFeedback: [{ type: 'nack', parameter: 'pli' }],
    },
  ],
  encodings: [{ ssrc }],
});

const heard = (ssrc: number) => ({
  codecs: [{ mimeType: 'audio/opus', payloadType: OPUS_PAYLOAD_TYPE, clockRate: 48_000, channels: 2 }],
  headerExtensions: [{ uri: AUDIO_LEVEL_URI, id: AUDIO_LEVEL_ID } as const],
  encodings: [{ ssrc }],
});
