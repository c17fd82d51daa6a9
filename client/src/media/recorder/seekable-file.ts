import {
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { createScratchFile } from './chunk-store.ts';
import { extensionOf } from './recording-file.ts';

export interface SeekableFile {
  readonly file: Blob;
  /** The file is no longer needed. */
  remove(): Promise<void>;
}

/**
 * Browsers write recordings as they come: without a duration and without an index, so that players cannot seek in them
 * (w3c/mediacapture-record#119). Copies the frames as they are into a file that has both.
 *
 * @param onProgress 0 to 1
 */
export async function makeSeekable(
  recorded: Blob,
  mimeType: string,
  name: string,
  onProgress: (share: number) => void,
): Promise<SeekableFile> {
  const input = new Input({ formats: [WEBM, MP4], source: new BlobSource(recorded) });
  const scratch = await createScratchFile(name);
  const memory = scratch ? null : new BufferTarget();
  const output = new Output({
    format:
      extensionOf(mimeType) === '.mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: scratch ? new StreamTarget(scratch.writable) : (memory ?? new BufferTarget()),
  });
  const conversion = await Conversion.init({ input, output });
  conversion.onProgress = onProgress;
  await conversion.execute();
  const type = mimeType.split(';')[0] ?? '';
  if (scratch) return { file: await scratch.read(), remove: scratch.remove };
  if (!memory?.buffer) throw new DOMException('Nothing was written', 'DataError');
  return { file: new Blob([memory.buffer], { type }), remove: async () => {} };
}
