import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, openPage, signIn } from './support/browser.ts';
import { callPair } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { type System, startSystem } from './support/system.ts';
import { startTurnServer, type TurnServer } from './support/turn-server.ts';

describe('a call that may only go through TURN', () => {
  let turn: TurnServer;
  let system: System;
  let browser: Browser;

  beforeAll(async () => {
    turn = await startTurnServer();
    system = await startSystem({
      name: 'relay',
      environment: { TURN_URLS: turn.url, TURN_SECRET: turn.secret },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
    await turn?.stop();
  });

  test('has video and sound over coturn, with the credentials that the server made', async () => {
    const person = async (name: string) => {
      const page = await openPage(browser, { url: system.url });
      await page.addInitScript(() => localStorage.setItem('hibiki.iceTransportPolicy', 'relay'));
      await signIn(page, system.account(name));
      return page;
    };
    const [alice, bob] = [await person('alice'), await person('bob')];
    await callPair(alice, 'Bob');
    await bob.getByRole('button', { name: 'Accept' }).click();
    for (const page of [alice, bob]) {
      const { routes } = await framesFlow(page, 1);
      expect(routes).toEqual(['relay-relay']);
      await soundFlows(page);
    }
  });
});
