import { expect, it } from 'vitest';
import { ffmpegProblem } from './run-ffmpeg.ts';

it.each([
  ['there is no such program', '/nonexistent/ffmpeg', 'ENOENT'],
  ['its name is not found', 'no-such-ffmpeg', 'ENOENT'],
  ['it is a folder', import.meta.dirname, 'EACCES'],
  ['it cannot be executed', import.meta.filename, 'EACCES'],
  ['it is another program', 'false', 'false -version ended with 1'],
])('says why FFmpeg cannot be run where %s', async (_, program, reason) => {
  expect((await ffmpegProblem(program))?.message).toContain(reason);
});

it('has no problem with a program that runs', async () => {
  // It answers as FFmpeg does, and every machine has it.
  expect(await ffmpegProblem('true')).toBeUndefined();
});
