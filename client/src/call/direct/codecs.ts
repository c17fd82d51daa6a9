import type { MediaSettings } from '#client/media/media-settings.ts';

/** What of a codec tells it from others. */
interface Codec {
  readonly mimeType: string;
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
  const isWanted = (codec: Codec) => codec.mimeType.split('/')[1]?.toLowerCase() === wanted.toLowerCase();
  const preferred = capabilities.filter(isWanted);
  if (preferred.length === 0) return { order: null, missing: true };
  return { order: [...preferred, ...capabilities.filter((codec) => !isWanted(codec))], missing: false };
}

/** A codec that was set and that this browser does not have: its own choice is used instead. */
export interface CodecFallback {
  readonly kind: 'audio' | 'video';
  readonly wanted: string;
}

/** Puts the codecs of the settings first. To be called before the offer or answer is made. */
export function applyCodecPreference(
  transceiver: RTCRtpTransceiver,
  kind: 'audio' | 'video',
  settings: MediaSettings,
): CodecFallback | null {
  const wanted = kind === 'audio' ? settings.audioCodec : settings.videoCodec;
  const capabilities = RTCRtpReceiver.getCapabilities(kind)?.codecs ?? [];
  const { order, missing } = preferCodec(capabilities, wanted);
  if (order) transceiver.setCodecPreferences(order);
  return missing && wanted !== null ? { kind, wanted } : null;
}

/** Caps what a sender sends, in kbit/s. Browsers take it once the first negotiation is done. */
export async function capBandwidth(sender: RTCRtpSender, kbps: number): Promise<void> {
  const parameters = sender.getParameters();
  const [encoding] = parameters.encodings;
  if (!encoding || encoding.maxBitrate === kbps * 1000) return;
  encoding.maxBitrate = kbps * 1000;
  await sender.setParameters(parameters);
}
