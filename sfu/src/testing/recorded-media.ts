import {
  BufferSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputTrack,
  MATROSKA,
  MP4,
  WEBM,
} from 'mediabunny';

/** What an independent reader finds in a recorded file. */
export async function packetsOf(data: Uint8Array<ArrayBuffer>) {
  using input = new Input({ source: new BufferSource(data), formats: [MATROSKA, WEBM, MP4] });
  const read = async (track: InputTrack | null) => {
    const packets: EncodedPacket[] = [];
    if (track) for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
    return packets;
  };
  const video = await input.getPrimaryVideoTrack();
  return {
    width: video?.codedWidth,
    height: video?.codedHeight,
    durationMs: (await input.computeDuration()) * 1_000,
    video: await read(video),
    audio: await read(await input.getPrimaryAudioTrack()),
  };
}

export const isRising = (packets: readonly EncodedPacket[]): boolean =>
  packets.every(({ timestamp }, index) => index === 0 || timestamp > (packets[index - 1]?.timestamp ?? 0));
