import { expect, it, vi } from 'vitest';
import { SLOW } from '#client/testing/slow.ts';
import { createCapture } from './capture.ts';

/** As the browser's own, which begins with what is allowed now. */
class Permission extends EventTarget {
  state: PermissionState = 'denied';
  grant(): void {
    this.state = 'granted';
    this.dispatchEvent(new Event('change'));
  }
}

it('a camera that is refused is asked for again if it was allowed before the refusal arrived', async () => {
  const permission = new Permission();
  const refusal = Promise.withResolvers<never>();
  const track = Object.assign(new EventTarget(), {
    label: 'Camera',
    muted: false,
    getSettings: () => ({ deviceId: 'cam-1' }),
    stop() {},
  });
  const getUserMedia = vi
    .fn()
    .mockReturnValueOnce(refusal.promise)
    .mockResolvedValue({ getTracks: () => [track] });
  const mediaDevices = Object.assign(new EventTarget(), { getUserMedia });
  vi.stubGlobal('navigator', { mediaDevices, permissions: { query: async () => permission } });
  const camera = createCapture({
    kind: 'camera',
    constraints: () => ({}),
    mediaDevices: navigator.mediaDevices,
    permissions: navigator.permissions,
  });

  const started = camera.start();
  await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalledOnce(), SLOW);
  permission.grant();
  refusal.reject(new DOMException('', 'NotAllowedError'));
  await started;

  await vi.waitFor(() => expect(camera.get().status).toBe('live'), SLOW);
  camera.close();
  vi.unstubAllGlobals();
});
