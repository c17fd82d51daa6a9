import type { VideoFrame } from './depacketizer.ts';
import type { IncomingTrack } from './incoming-track.ts';
import type { PartWriter, VideoCodec } from './part-writer.ts';
import type { RtpPacket } from './rtp-packet.ts';
import type { StreamClock } from './stream-clock.ts';

export interface Picture {
  readonly kind: 'picture';
  readonly track: IncomingTrack;
  readonly codec: VideoCodec;
  readonly frame: VideoFrame;
}

export interface Sound {
  readonly kind: 'sound';
  readonly track: IncomingTrack;
  readonly packet: RtpPacket;
  readonly durationMs: number;
}

/** What a track has delivered, to be written into a file. */
export type MediaItem = Picture | Sound;

/** Sound sets the time, and pictures are aligned to it. */
export function timeOf(item: MediaItem, audioClock: StreamClock | null): number | undefined {
  const { clock } = item.track;
  return item.kind === 'sound'
    ? clock.timeOf(item.packet.timestamp)
    : clock.timeOf(item.frame.timestamp, audioClock);
}

export function writeItem(part: PartWriter, item: MediaItem, audioClock: StreamClock | null): void {
  const atMs = timeOf(item, audioClock);
  if (atMs === undefined) return;
  if (item.kind === 'sound') part.addAudio(item.packet.payload, item.durationMs, atMs);
  else part.addVideo(item.frame, atMs, item.track.clock.timeOf(item.frame.timestamp) ?? atMs);
}
