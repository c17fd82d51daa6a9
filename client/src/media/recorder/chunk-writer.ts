export type ChunkWriterRequest =
  | { readonly kind: 'open'; readonly name: string }
  | { readonly kind: 'append'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'close' };

/** Name of the DOMException; null: done. One for each request, in order. */
export interface ChunkWriterReply {
  readonly error: string | null;
}

/** Appends to a file of the browser's own file system, in a worker. Every method rejects with the worker's DOMException. */
export class ChunkWriter {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<void>[] = [];

  private constructor() {
    this.#worker = new Worker(new URL('./chunk-writer-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ChunkWriterReply>) => {
      const request = this.#waiting.shift();
      if (data.error === null) request?.resolve();
      else request?.reject(new DOMException('A recording could not be written', data.error));
    });
    this.#worker.addEventListener('error', () => {
      for (const request of this.#waiting.splice(0))
        request.reject(new DOMException('The writer of a recording has failed', 'AbortError'));
    });
  }

  /** Rejects where the browser cannot write files in place, or another page writes this one. */
  static async open(name: string): Promise<ChunkWriter> {
    const writer = new ChunkWriter();
    try {
      await writer.#ask({ kind: 'open', name });
      return writer;
    } catch (error) {
      writer.#worker.terminate();
      throw error;
    }
  }

  /** Resolves when the disk has it. */
  async append(chunk: Blob): Promise<void> {
    const bytes = await chunk.arrayBuffer();
    await this.#ask({ kind: 'append', bytes }, [bytes]);
  }

  async close(): Promise<void> {
    try {
      await this.#ask({ kind: 'close' });
    } finally {
      this.#worker.terminate();
    }
  }

  #ask(request: ChunkWriterRequest, transferred: Transferable[] = []): Promise<void> {
    const answered = Promise.withResolvers<void>();
    this.#waiting.push(answered);
    this.#worker.postMessage(request, transferred);
    return answered.promise;
  }
}
