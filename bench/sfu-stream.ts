import { rtpPacket, VP8_PAYLOAD_TYPE, vp8DeltaFrame, vp8KeyFrame } from '#sfu/testing/rtp.ts';

const FRAMES_A_SECOND = 30;
const CLOCK_RATE = 90_000;
const FRAMES_A_KEY_FRAME = 4 * FRAMES_A_SECOND;
/** With header; what a browser sends of a large frame. */
const PACKET_BYTES = 1_200;
const RTP_HEADER_BYTES = 12;

/** A camera as browsers send it: 120 packets a second, 1.15 Mbit/s, a key frame every 4 s. */
export const stream = { frameMs: 1_000 / FRAMES_A_SECOND, packetsAFrame: 4 };

/** Each call gives the packets of the next frame of a VP8 stream; the first is a key frame. */
export function streamFrames(ssrc: number): () => Buffer[] {
  const bytes = PACKET_BYTES - RTP_HEADER_BYTES;
  const keyFrame = vp8KeyFrame(bytes);
  const deltaFrame = vp8DeltaFrame(bytes);
  const continuation = new Uint8Array(bytes);
  let frame = 0;
  let sequence = 0;
  return () => {
    const start = frame % FRAMES_A_KEY_FRAME === 0 ? keyFrame : deltaFrame;
    const packets = Array.from({ length: stream.packetsAFrame }, (_, place) =>
      rtpPacket({
        payloadType: VP8_PAYLOAD_TYPE,
        ssrc,
        sequence: sequence++,
        timestamp: (frame * CLOCK_RATE) / FRAMES_A_SECOND,
        payload: place === 0 ? start : continuation,
        marker: place === stream.packetsAFrame - 1,
      }),
    );
    frame++;
    return packets;
  };
}
