import type { Page } from 'playwright';
import { enter, leave, picturesShow, type Scene, type Studio, visit } from './album.ts';
import { demoGroup } from './demo-group.ts';
import { type GuestLink, makeGuestLink } from './guest-links.ts';

/** A guest's way: by a link of a group, by one of a person, too early, and when the link is withdrawn. */
async function shootGuest(studio: Studio): Promise<void> {
  const { album, system } = studio;
  const linkOf = (body: object) => makeGuestLink(system, body);
  const pathOf = ({ '@id': id }: { readonly '@id': string }) => id.replace('/api/v1', '');
  const group = await demoGroup(system);

  const guest = await enter(studio, { hue: 150 });
  const link = await linkOf({ group: group['@id'] });
  await introduce(guest, link);
  await guest.getByTestId('preview').waitFor();
  await picturesShow(guest, 1);
  await album.shoot(guest, 'guest-preview');
  await guest.getByTestId('join').click();
  await guest.getByTestId('alone').waitFor();
  await picturesShow(guest, 1);
  await album.shoot(guest, 'guest-call');
  await guest.getByTestId('toggle-camera').click();
  await guest.locator('video').waitFor({ state: 'detached' });
  await album.shoot(guest, 'guest-call-camera-off');
  await guest.getByTestId('leave').click();
  await guest.getByTestId('group-call-over').waitFor();
  await album.shoot(guest, 'guest-over');
  await guest.getByTestId('back').click();
  await guest.getByTestId('guest-left').waitFor();
  await album.shoot(guest, 'guest-left');
  await system.write('alice', 'DELETE', pathOf(link));
  await visit(guest, link.url);
  await guest.getByTestId('guest-closed').waitFor();
  await album.shoot(guest, 'guest-withdrawn');
  await leave(guest);

  const early = await enter(studio);
  const soon = (await system.write('alice', 'POST', '/groups', {
    name: 'Tomorrow',
    start: new Date(Date.now() + 86_400_000).toISOString(),
  })) as { readonly '@id': string };
  await visit(early, (await linkOf({ group: soon['@id'] })).url);
  await early.getByTestId('guest-not-open').waitFor();
  await album.shoot(early, 'guest-not-open');
  await leave(early);
  await system.write('alice', 'DELETE', pathOf(soon));

  const alice = await enter(studio, { whom: 'alice', hue: 36 });
  const caller = await enter(studio, { hue: 150 });
  await visit(caller, (await linkOf({})).url);
  await caller.getByTestId('guest-enter').waitFor();
  await album.shoot(caller, 'guest-direct');
  await introduce(caller, null);
  const preview = caller.getByTestId('join');
  await preview.or(caller.getByTestId('call-phase')).first().waitFor();
  if (await preview.isVisible()) {
    await album.shoot(caller, 'guest-direct-preview');
    await preview.click();
  }
  await alice.getByTestId('incoming-call').waitFor();
  await album.shoot(alice, 'call-incoming-guest');
  await alice.getByTestId('decline').click();
  await caller.getByTestId('call-ended').waitFor();
  await album.shoot(caller, 'guest-direct-ended');
  await leave(alice, caller);
}

/** Says who one is; on the page of a link, or where one is. */
async function introduce(guest: Page, link: GuestLink | null): Promise<void> {
  if (link) await visit(guest, link.url);
  await guest.locator('form input').fill('Grace');
  await guest.getByTestId('guest-enter').click();
}

export const guestScenes: readonly Scene[] = [{ name: 'guest', shoot: shootGuest }];
