import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '#platform/bus/local.ts';
import { createLog } from '#platform/log.ts';
import { OwnInstallation } from '#sfu/recording/own-installation.ts';
import { TEST_INSTALLATION } from '#sfu/testing/test-node.ts';
import { Bucket } from './bucket.ts';
import { startTestBucket, type TestBucket } from './testing/test-bucket.ts';

let service: TestBucket;
let bucket: Bucket;
const lines: string[] = [];
beforeEach(async () => {
  service = await startTestBucket();
  const installation = new OwnInstallation(createLocalBus());
  installation.learn(TEST_INSTALLATION);
  const log = createLog({ name: 'test', destination: { write: (line) => lines.push(line) } });
  bucket = await Bucket.open(service.settings, installation, log);
});
afterEach(async () => {
  bucket.close();
  await service.close();
  lines.length = 0;
});

describe('a bucket that is away', () => {
  it('fails every request with a code, and is logged once when it goes and once when it is back', async () => {
    await bucket.put('a', Buffer.from('one'));
    await service.goAway();
    const requests = [
      () => bucket.get('a'),
      () => bucket.getRange('a', 0, 1),
      () => bucket.put('a', Buffer.from('two')),
      () => bucket.list(''),
      () => bucket.folders(),
      () => bucket.remove(['a']),
      () => bucket.check(),
    ];
    for (const request of requests)
      await expect(request()).rejects.toMatchObject({ code: 'recording-storage' });
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['Lost: bucket for recordings']);

    await service.comeBack();
    expect(await bucket.get('a')).toEqual(Buffer.from('one'));
    expect(await bucket.get('b')).toBeNull();
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'Lost: bucket for recordings',
      'Regained: bucket for recordings',
    ]);
  });
});
