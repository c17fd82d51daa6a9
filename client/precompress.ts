import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest)$/;
/** Below this the headers weigh more than what is saved. */
const MIN_BYTES = 1024;

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server never compresses while serving. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  enforce: 'post',
  // After everything is on disk, files of public/ too.
  async closeBundle(error) {
    // Nothing was written, and why is more than what this would say of it.
    if (error) return;
    const folder = this.environment.config.build.outDir;
    const root = resolve(this.environment.config.root, folder);
    const files = await readdir(root, { recursive: true, withFileTypes: true });
    await Promise.all(
      files
        .filter((file) => file.isFile() && COMPRESSIBLE.test(file.name))
        .map((file) => compressFile(join(file.parentPath, file.name))),
    );
  },
});

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
