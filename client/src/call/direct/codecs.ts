import type { CodecFallback } from '#client/call/codec-fallback.ts';
import { speechKbps } from '#client/media/audio-protection.ts';
import { maxBitrateOf } from '#client/media/codec-rate.ts';
import type { CallSettings } from '#protocol/call-settings.ts';

/** What of a codec tells it from others. */
interface Codec {
  readonly mimeType: string;
}

const isNamed =
  (name: string) =>
  ({ mimeType }: Codec): boolean =>
    mimeType.split('/')[1]?.toLowerCase() === name.toLowerCase();

/**
 * The codec that was set, if the other side does not have it. To be asked once both descriptions stand.
 *
 * @param agreed what both have; empty where the browser does not tell
 * @param capabilities what this browser has: what it lacks itself is told by `applyCodecPreference`
 */
export function lackedByOther(
  agreed: readonly Codec[],
  capabilities: readonly Codec[],
  wanted: string | null,
): string | null {
  if (wanted === null || agreed.length === 0) return null;
  const has = isNamed(wanted);
  return capabilities.some(has) && !agreed.some(has) ? wanted : null;
}

/**
 * The browser's codecs with the wanted one first; all others stay, so that the two sides always find a common one.
 *
 * @param wanted a name as in `audio/opus`; null: the browser's own order
 * @returns null where there is nothing to prefer, and whether the browser lacks the wanted one
 */
export function preferCodec<Each extends Codec>(
  capabilities: readonly Each[],
  wanted: string | null,
): { readonly order: Each[] | null; readonly missing: boolean } {
  if (wanted === null || capabilities.length === 0) return { order: null, missing: false };
  const isWanted = isNamed(wanted);
  const preferred = capabilities.filter(isWanted);
  if (preferred.length === 0) return { order: null, missing: true };
  return { order: [...preferred, ...capabilities.filter((codec) => !isWanted(codec))], missing: false };
}

const isRed = isNamed('red');
const isOpus = isNamed('opus');

/** Whether speech may go through RED (RFC 2198): each packet of Opus carries the one before it again. */
const mayUseRed = (wanted: string | null): boolean => wanted === null || wanted.toLowerCase() === 'opus';

/**
 * The codecs for speech: as `preferCodec`, and RED before Opus where the browser has it. Both sides have to say so, since
 * each sends by what the other one's description puts first.
 */
export function preferSpeechCodec<Each extends Codec>(
  capabilities: readonly Each[],
  wanted: string | null,
): { readonly order: Each[] | null; readonly missing: boolean } {
  const preferred = preferCodec(capabilities, wanted);
  const red = capabilities.filter(isRed);
  if (!mayUseRed(wanted) || preferred.missing || red.length === 0) return preferred;
  const others = (preferred.order ?? capabilities).filter((codec) => !isRed(codec));
  return { order: [...red, ...others], missing: false };
}

/** Puts the codecs of the settings first. To be called before the offer or answer is made. */
export function applyCodecPreference(
  transceiver: RTCRtpTransceiver,
  kind: 'audio' | 'video',
  settings: CallSettings,
): CodecFallback | null {
  const wanted = kind === 'audio' ? settings.audioCodec : settings.videoCodec;
  const capabilities = RTCRtpReceiver.getCapabilities(kind)?.codecs ?? [];
  const { order, missing } = (kind === 'audio' ? preferSpeechCodec : preferCodec)(capabilities, wanted);
  // An empty list: the browser's own order again.
  transceiver.setCodecPreferences(order ?? []);
  return missing && wanted !== null ? { kind, wanted, lackedBy: 'here' } : null;
}

/** `codec`: W3C WebRTC Extensions, 5.2; Firefox has none, and ignores it. */
type Encoding = RTCRtpEncodingParameters & { codec?: RTCRtpCodec };

export interface SenderLimits {
  /** Speech is protected against loss, shared music is not: RED would double its bit rate. */
  readonly speech: boolean;
  /** The other side reports loss. */
  readonly lossy: boolean;
  /** kbit/s on a good line. */
  readonly bandwidth: number;
  /** A name as in `audio/opus`, of those that both sides have agreed on; null: the one that they agreed on first. */
  readonly codec: string | null;
}

type LimitedSender = Pick<RTCRtpSender, 'getParameters'> & {
  setParameters(parameters: RTCRtpSendParameters): Promise<void>;
};

/**
 * Caps what a sender sends and chooses how, without a negotiation. Browsers take it once the first negotiation is done.
 *
 * @returns whether the codec is in force; not where the browser cannot choose by itself, and the order of the next
 *   description has to say it
 */
export async function limitSender(sender: LimitedSender, limits: SenderLimits): Promise<boolean> {
  const parameters = sender.getParameters();
  const [encoding]: Encoding[] = parameters.encodings;
  if (!encoding) return false;
  const [first] = parameters.codecs;
  const wantsRed = limits.speech && mayUseRed(limits.codec);
  const throughRed = wantsRed && first !== undefined && isRed(first);
  // Chromium leaves a codec that was chosen only for another one that is named. Opus goes through RED all the same.
  const chosen = limits.codec ?? (throughRed && encoding.codec ? 'opus' : null);
  const codec = chosen === null ? undefined : parameters.codecs.find(isNamed(chosen));
  // Nothing chosen: the one that was agreed on first is sent.
  const sent = codec ?? first;
  const isOpusSpeech = limits.speech && sent !== undefined && (throughRed || isOpus(sent));
  const bandwidth = isOpusSpeech
    ? speechKbps(limits.bandwidth, limits.lossy, throughRed ? 'red' : 'fec')
    : limits.bandwidth;
  const maxBitrate = maxBitrateOf(bandwidth, sent?.mimeType);
  if (encoding.maxBitrate !== maxBitrate || encoding.codec?.mimeType !== codec?.mimeType) {
    encoding.maxBitrate = maxBitrate;
    if (codec) encoding.codec = withoutPayloadType(codec);
    else delete encoding.codec;
    await sender.setParameters(parameters);
  }
  if (wantsRed && !throughRed && parameters.codecs.some(isRed)) return false;
  const [inForce]: Encoding[] = sender.getParameters().encodings;
  return chosen === null || inForce?.codec?.mimeType === codec?.mimeType;
}

const withoutPayloadType = ({ mimeType, clockRate, channels, sdpFmtpLine }: RTCRtpCodec): RTCRtpCodec => ({
  mimeType,
  clockRate,
  ...(channels !== undefined && { channels }),
  ...(sdpFmtpLine !== undefined && { sdpFmtpLine }),
});
