import type { Logger } from '#platform/log.ts';
import type { NodeId, RecordingId } from '#protocol/ids.ts';
import type { SfuReply } from '#protocol/sfu/contract.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { Sfu } from '#server/sfu/sfu.ts';

type Inspected = Exclude<SfuReply<'recording.inspect'>, { readonly state: 'unknown' }>;

export type FoundRecording =
  | (Inspected & { readonly nodeId: NodeId })
  /** No node has it. */
  | { readonly state: 'unknown' }
  /** A node that may have it did not answer, or has not been heard yet: nothing can be said. */
  | { readonly state: 'unanswered' };

/** Asks the nodes for a recording, the likely one first. */
export async function findRecording(
  sfu: Sfu,
  recordingId: RecordingId,
  likely: NodeId,
  log: Logger,
): Promise<FoundRecording> {
  const others = [...sfu.nodes].map(({ nodeId }) => nodeId).filter((nodeId) => nodeId !== likely);
  let isAnswered = sfu.complete;
  for (const nodeId of sfu.has(likely) ? [likely, ...others] : others) {
    try {
      const found = await sfu.ask(nodeId, 'recording.inspect', { recordingId });
      if (found.state !== 'unknown') return { ...found, nodeId };
    } catch (err) {
      log.debug({ err, nodeId, recordingId }, 'node does not say what it has');
      isAnswered = false;
    }
  }
  return { state: isAnswered ? 'unknown' : 'unanswered' };
}

/** A result with all its files, of which a message carries only so many. */
export async function wholeResult(
  sfu: Sfu,
  nodeId: NodeId,
  recordingId: RecordingId,
  { moreFiles, ...result }: RecordingResult,
): Promise<RecordingResult> {
  if (!moreFiles) return result;
  const all = [...result.files];
  for (;;) {
    const { files } = await sfu.ask(nodeId, 'recording.files', { recordingId, offset: all.length });
    if (files.length === 0) return { ...result, files: all };
    all.push(...files);
  }
}
