import { enter, leave, picturesShow, type Scene, type Studio, visit } from './album.ts';
import { demoGroup } from './demo-group.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** The server lost, the devices refused, and the self-test that says what is wrong. */
async function shootTrouble(studio: Studio): Promise<void> {
  const { album, system } = studio;
  const group = `/user/groupchat/talk?group=${(await demoGroup(system)).id}`;

  const proxy = await startTcpProxy(system.port);
  const page = await enter({ ...studio, system: { ...system, url: proxy.url } }, { whom: 'alice', hue: 36 });
  await visit(page, group);
  await page.getByTestId('join').click();
  await page.getByTestId('alone').waitFor();
  await picturesShow(page, 1);
  proxy.cut();
  await page.getByTestId('reconnecting').waitFor();
  await album.shoot(page, 'call-group-connection-lost');
  await leave(page);
  await proxy.close();

  const refused = await enter(studio, { whom: 'alice' });
  await refused.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await visit(refused, group);
  await refused.getByTestId('preview').waitFor();
  await album.shoot(refused, 'call-preview-refused');
  await refused.getByTestId('join').click();
  await refused.getByTestId('alone').waitFor();
  await album.shoot(refused, 'call-group-no-devices');
  await leave(refused);

  const tester = await enter(studio, { hue: 98 });
  await visit(tester, '/selftest');
  await tester.getByTestId('start-check').click();
  await tester.getByTestId('heard').or(tester.getByTestId('check-again')).first().waitFor();
  await tester.getByTestId('check-again').waitFor();
  await album.shoot(tester, 'selftest-done', undefined, true);
  await leave(tester);
}

export const troubleScenes: readonly Scene[] = [{ name: 'trouble', shoot: shootTrouble }];
