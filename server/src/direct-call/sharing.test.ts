import { describe, expect, it } from 'vitest';
import { setUpDirectCalls } from '#server/testing/direct-calls.ts';
import { layouts } from '#server/testing/set-up-servers.ts';

describe.each(layouts)('1-to-1 calls on %s', (layout) => {
  const { servers, talk } = setUpDirectCalls(layout);

  it('show only what may be shown, and no longer than that (D15)', async () => {
    const { caller, callee, callId } = await talk();
    await caller.request('directCall.share', { callId, source: 'screen', on: true, trackId: 'track' });
    expect(await callee.notice('directCall.shared')).toEqual({
      callId,
      source: 'screen',
      on: true,
      trackId: 'track',
    });
    const flags = servers.world.db
      .updateTable('features')
      .where('customer_id', '=', servers.customer)
      .where('service', '=', 'service_video_chat');
    await flags.set({ share_screen: false }).execute();
    try {
      servers.world.events.publish({ type: 'features-changed', customerId: servers.customer });
      expect(await caller.notice('directCall.shareRefused')).toEqual({ callId, source: 'screen' });
      await callee.notice('directCall.shared', ({ on }) => !on);
      await expect(
        caller.request('directCall.share', { callId, source: 'screen', on: true }),
      ).rejects.toMatchObject({ code: 'feature-disabled' });
    } finally {
      await flags.set({ share_screen: true }).execute();
    }
  });

  it('tell each side what it is offered, and are recorded only as long as that may be (D15)', async () => {
    const { caller, callee, callId } = await talk();
    const ofCall = { callId, offered: { recording: true, shareScreen: true } };
    expect(await caller.notice('directCall.offered')).toMatchObject(ofCall);
    expect(await callee.notice('directCall.offered')).toMatchObject(ofCall);
    await callee.request('directCall.setRecording', { callId, on: true });
    expect(await caller.notice('directCall.recordingChanged')).toEqual({ callId, on: true });
    const flags = servers.world.db
      .updateTable('features')
      .where('customer_id', '=', servers.customer)
      .where('service', '=', 'service_video_chat');
    await flags.set({ recording: false }).execute();
    try {
      servers.world.events.publish({ type: 'features-changed', customerId: servers.customer });
      await callee.notice('directCall.offered', ({ offered }) => !offered.recording);
      expect(await caller.notice('directCall.recordingChanged', ({ on }) => !on)).toMatchObject({ callId });
      await expect(callee.request('directCall.setRecording', { callId, on: true })).rejects.toMatchObject({
        code: 'feature-disabled',
      });
      await callee.request('directCall.setRecording', { callId, on: false });
    } finally {
      await flags.set({ recording: true }).execute();
    }
  });
});
