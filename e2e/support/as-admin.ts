import type { Page } from 'playwright';
import { enterConsole } from './console.ts';
import type { People } from './set-up.ts';

const WIDE = { width: 1280, height: 800 };

/** Administrators have no calls, and so no session to wait for: they sign in at the console's door. */
export const asAdmin = async (people: People, path: string): Promise<Page> => {
  const page = await people.stranger();
  await page.setViewportSize(WIDE);
  await enterConsole(page, people.system.account('admin'), path);
  return page;
};
