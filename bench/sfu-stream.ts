import { rtpPacket, VP8_PAYLOAD_TYPE, vp8KeyFrame } from '#sfu/testing/rtp.ts';

/** With header; what a browser sends of a large frame. */
const PACKET_BYTES = 1_200;
const RTP_HEADER_BYTES = 12;
const CLOCK_A_PACKET = 600;

/** Each call gives the next packet of a VP8 stream. */
export function streamPacket(ssrc: number): () => Buffer {
  const payload = vp8KeyFrame(PACKET_BYTES - RTP_HEADER_BYTES);
  let sequence = 0;
  return () => {
    sequence++;
    return rtpPacket({
      payloadType: VP8_PAYLOAD_TYPE,
      ssrc,
      sequence,
      timestamp: sequence * CLOCK_A_PACKET,
      payload,
    });
  };
}
