import { enter, LARGE, leave, picturesShow, type Scene, SIZES, type Studio } from './album.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** Screens on walls and desks. */
const WALL = [LARGE, ...SIZES.slice(1)];

async function shootKiosk(studio: Studio): Promise<void> {
  const { album, system } = studio;
  const proxy = await startTcpProxy(system.port);
  const kiosk = await enter({ ...studio, system: { ...system, url: proxy.url } }, { hue: 98 });
  const start = kiosk.getByTestId('kiosk-start-button');
  const ready = kiosk.locator('[data-testid=kiosk-state][data-connected=true]');
  await kiosk.goto(system.device.url.replace(system.url, ''));
  await kiosk.getByTestId('kiosk-home').or(start).waitFor();
  if (await start.isVisible()) {
    await album.shoot(kiosk, 'kiosk-start', WALL);
    await start.click();
  }
  await ready.waitFor();
  await album.shoot(kiosk, 'kiosk', [...WALL, ...SIZES.slice(0, 1)]);

  const { 'hydra:member': pairs } = (await system.read('alice', '/pairs')) as {
    readonly 'hydra:member': readonly { readonly id: string; readonly name: string }[];
  };
  const caller = await enter(studio, { whom: 'alice', hue: 36 });
  await caller.goto(`/user/videochat/talk?pair=${pairs.find(({ name }) => name === 'Reception')?.id}`);
  await caller.getByTestId('call-now').click();
  await kiosk.getByTestId('kiosk-ringing').waitFor();
  await album.shoot(kiosk, 'kiosk-ringing', WALL);
  await kiosk.getByTestId('kiosk-accept').click();
  await Promise.all([picturesShow(kiosk, 2), picturesShow(caller, 2)]);
  await album.shoot(kiosk, 'kiosk-call', WALL);
  await caller.getByTestId('hang-up').click();
  await leave(caller);
  await ready.waitFor();

  const { 'hydra:member': devices } = (await system.read('manager', '/devices')) as {
    readonly 'hydra:member': readonly { readonly '@id': string }[];
  };
  const device = (devices[0]?.['@id'] ?? '').replace('/api/v1', '');
  await system.write('manager', 'PATCH', device, { state: 'DISABLED' });
  await kiosk.getByTestId('kiosk-disabled').waitFor();
  await album.shoot(kiosk, 'kiosk-disabled', WALL);
  await system.write('manager', 'PATCH', device, { state: 'ENABLED' });
  await ready.waitFor();
  proxy.cut();
  await kiosk.locator('[data-testid=kiosk-state][data-connected=false]').waitFor();
  await album.shoot(kiosk, 'kiosk-network-lost', WALL);
  await leave(kiosk);
  await proxy.close();
}

export const kioskScenes: readonly Scene[] = [{ name: 'kiosk', shoot: shootKiosk }];
