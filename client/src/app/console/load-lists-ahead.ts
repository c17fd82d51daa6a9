import { whenIdle } from '#client/when-idle.ts';
import { ConnectionsPage, DevicesPage, GroupsPage, PairsPage, UsersPage } from './console-screens.ts';

/** What most work in the console begins with. They share most of their code. */
const LISTS = [UsersPage, DevicesPage, ConnectionsPage, PairsPage, GroupsPage];

/** Loads the lists while the browser has nothing else to do: the first one then opens as fast as the next. */
export async function loadListsAhead(): Promise<void> {
  for (const list of LISTS) {
    await whenIdle();
    await list.preload('quietly');
  }
}
