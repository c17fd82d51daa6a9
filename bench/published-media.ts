import { soundPayload } from '#sfu/testing/fake-frames.ts';
import { OPUS_PAYLOAD_TYPE, rtpPacket } from '#sfu/testing/rtp.ts';
import { stream, streamFrames } from './sfu-stream.ts';

export interface MemberSsrcs {
  readonly videoSsrc: number;
  readonly audioSsrc: number;
}

interface Sent {
  readonly packet: Buffer;
  /** Without the header of RTP. */
  readonly mediaBytes: number;
}

/** 40 kbit/s. */
const SOUND_BYTES = 100;
const SOUND_MS = 20;
const SOUND_TICKS = 960;
const LOUD_DBOV = 20;
const RTP_HEADER_BYTES = 12;

/** Each call gives what a member sends in the time of one frame: a frame of the camera, and the sounds that have become due. */
export function publishedMedia({ videoSsrc, audioSsrc }: MemberSsrcs): () => Sent[] {
  const nextFrame = streamFrames(videoSsrc);
  const payload = new Uint8Array(SOUND_BYTES);
  payload.set(soundPayload(0));
  let frame = 0;
  let sounds = 0;
  return () => {
    const sent = nextFrame().map((packet) => ({ packet, mediaBytes: packet.length - RTP_HEADER_BYTES }));
    frame++;
    while (sounds * SOUND_MS < frame * stream.frameMs) {
      const packet = rtpPacket({
        payloadType: OPUS_PAYLOAD_TYPE,
        ssrc: audioSsrc,
        sequence: sounds,
        timestamp: sounds * SOUND_TICKS,
        payload,
        audioLevel: LOUD_DBOV,
      });
      sent.push({ packet, mediaBytes: SOUND_BYTES });
      sounds++;
    }
    return sent;
  };
}
