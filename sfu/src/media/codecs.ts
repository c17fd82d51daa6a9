import type { RouterRtpCodecCapability, RtpCapabilities, RtpParameters } from 'mediasoup/types';
import type { ConsumerOptions, JoinReply } from '#protocol/signal/group-call.ts';

/**
 * Codecs that a room forwards, preferred ones first: the first of each kind is the default of specification A11.
 * ISAC is left out because no browser supports it any longer. mediasoup adds RTX to every video codec.
 */
export const ROUTER_CODECS: RouterRtpCodecCapability[] = [
  {
    kind: 'audio',
    mimeType: 'audio/opus',
    clockRate: 48_000,
    channels: 2,
    // RFC 7587, 6.1: in-band FEC repairs single losses, DTX saves bandwidth during silence.
    parameters: { useinbandfec: 1, usedtx: 1 },
  },
  { kind: 'audio', mimeType: 'audio/G722', clockRate: 8_000 },
  { kind: 'audio', mimeType: 'audio/PCMU', clockRate: 8_000 },
  { kind: 'audio', mimeType: 'audio/PCMA', clockRate: 8_000 },
  { kind: 'video', mimeType: 'video/VP8', clockRate: 90_000 },
  { kind: 'video', mimeType: 'video/VP9', clockRate: 90_000, parameters: { 'profile-id': 0 } },
  // RFC 6184, 8.1: constrained baseline, which every browser has, and high, which hardware encoders prefer.
  { kind: 'video', mimeType: 'video/H264', clockRate: 90_000, parameters: h264('42e01f') },
  { kind: 'video', mimeType: 'video/H264', clockRate: 90_000, parameters: h264('64001f') },
];

function h264(profileLevelId: string) {
  return { 'packetization-mode': 1, 'profile-level-id': profileLevelId, 'level-asymmetry-allowed': 1 };
}

const VIDEO_ORIENTATION = 'urn:3gpp:video-orientation';

/**
 * The capabilities that a room offers to clients. Without the orientation extension a phone rotates its pictures before it
 * encodes them; with it, browsers that do not know it, and recordings, would show them rotated.
 */
export function offeredCapabilities(capabilities: RtpCapabilities): JoinReply['routerRtpCapabilities'] {
  const headerExtensions = (capabilities.headerExtensions ?? []).filter(
    ({ uri }) => uri !== VIDEO_ORIENTATION,
  );
  return { ...capabilities, headerExtensions } as JoinReply['routerRtpCapabilities'];
}

/** On the wire an extension is its URI; the types of mediasoup-client only name fewer of them than those of mediasoup. */
export const receivedParameters = (parameters: RtpParameters): ConsumerOptions['rtpParameters'] =>
  parameters as ConsumerOptions['rtpParameters'];
