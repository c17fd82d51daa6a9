import { Readable } from 'node:stream';
import { AppError } from '#protocol/app-error.ts';
import type { FilmId, InstallationId, NodeId, RecordingFileId, RecordingId } from '#protocol/ids.ts';
import { RECORDING_CHUNK_BYTES } from '#protocol/sfu/recording.ts';
import type { Sfu } from '#server/sfu/sfu.ts';

/** Chunks that are asked for ahead of the reader, so that the way to the node is not waited for each time. */
const AHEAD = 2;

/** How many recordings' nodes are remembered. For the others every node is asked. */
const MAX_PLACES = 10_000;

/** The media nodes, as far as reading and removing files needs them. */
type Nodes = Pick<Sfu, 'ask'> & { readonly nodes: Iterable<{ readonly nodeId: NodeId }> };

/** The files of recordings, films among them, wherever they lie: read over the bus, in chunks (docs/adr/0009). */
export class RecordingFiles {
  readonly #sfu: Nodes;
  readonly #installationId: InstallationId;
  /** Which node had a recording last. */
  readonly #places = new Map<RecordingId, NodeId>();

  constructor(sfu: Nodes, installationId: InstallationId) {
    this.#sfu = sfu;
    this.#installationId = installationId;
  }

  /**
   * From the first to the last byte, both included. Throws `media-node-unavailable` where no node that is there has the
   * file, `recording-storage` where their bucket is away, before anything is sent.
   */
  async read(
    recordingId: RecordingId,
    fileId: RecordingFileId | FilmId,
    first: number,
    last: number,
  ): Promise<Readable> {
    const begin = await this.#begin(recordingId, fileId, first, last);
    return Readable.from(this.#chunks(recordingId, fileId, begin, last), { objectMode: false });
  }

  /** From every node that has them. Throws where one does not answer, to be tried again. */
  async remove(recordingId: RecordingId): Promise<void> {
    this.#places.delete(recordingId);
    for (const { nodeId } of this.#sfu.nodes) await this.removeFrom(nodeId, recordingId);
  }

  /** As `remove`, from one node. */
  async removeFrom(nodeId: NodeId, recordingId: RecordingId): Promise<void> {
    const installationId = this.#installationId;
    await this.#sfu.ask(nodeId, 'recording.remove', { recordingId, installationId });
  }

  /** The first chunk, from whichever node has it. */
  async #begin(recordingId: RecordingId, fileId: RecordingFileId | FilmId, first: number, last: number) {
    const known = this.#places.get(recordingId);
    const nodeIds = [...this.#sfu.nodes].map(({ nodeId }) => nodeId);
    let refusal = new AppError('media-node-unavailable');
    for (const nodeId of [...nodeIds.filter((id) => id === known), ...nodeIds.filter((id) => id !== known)]) {
      const bytes = await this.#chunk(nodeId, recordingId, fileId, first, last).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'recording-storage') refusal = error;
        return null;
      });
      if (bytes === null) continue;
      if (this.#places.size >= MAX_PLACES) this.#places.clear();
      this.#places.set(recordingId, nodeId);
      return { nodeId, bytes, offset: first };
    }
    throw refusal;
  }

  async *#chunks(
    recordingId: RecordingId,
    fileId: RecordingFileId | FilmId,
    begin: { readonly nodeId: NodeId; readonly bytes: Buffer; readonly offset: number },
    last: number,
  ): AsyncGenerator<Buffer> {
    yield begin.bytes;
    let next = begin.offset + begin.bytes.length;
    const asked: Promise<Buffer>[] = [];
    const ask = () => {
      const chunk = this.#chunk(begin.nodeId, recordingId, fileId, next, last);
      // Anyone who reads hears of it when it is its turn, if ever.
      chunk.catch(() => {});
      asked.push(chunk);
      next += Math.min(RECORDING_CHUNK_BYTES, last + 1 - next);
    };
    for (;;) {
      while (asked.length < AHEAD && next <= last) ask();
      const chunk = await asked.shift();
      if (chunk === undefined) return;
      yield chunk;
    }
  }

  async #chunk(
    nodeId: NodeId,
    recordingId: RecordingId,
    fileId: RecordingFileId | FilmId,
    offset: number,
    last: number,
  ): Promise<Buffer> {
    const length = Math.min(RECORDING_CHUNK_BYTES, last + 1 - offset);
    const { base64 } = await this.#sfu.ask(nodeId, 'recording.read', { recordingId, fileId, offset, length });
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length !== length) throw new Error(`${fileId} is shorter on its node than it should be`);
    return bytes;
  }
}
