import type { Track } from 'node-datachannel';
import type { MemberSsrcs } from './published-media.ts';

/** A media server whose members send camera and microphone, and that can record them. */
export interface Recorder {
  readonly members: readonly (MemberSsrcs & { readonly track: Pick<Track, 'sendMessageBinary'> })[];
  /** The process whose main thread does the signalling. */
  readonly signallingPid: number;
  /** The processes whose CPU time is the cost; more of them once it records. */
  pids(): readonly number[];
  /** Resolves when each member has a file. @param publish sends one frame more of everybody */
  record(publish: () => Promise<void>): Promise<void>;
  /** Ends the recording. @param publish as above @returns bytes of all files */
  keptBytes(publish: () => Promise<void>): Promise<number>;
  stop(): Promise<void>;
}

export type StartRecorder = (members: number) => Promise<Recorder>;
