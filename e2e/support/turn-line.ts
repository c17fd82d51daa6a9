import type { BrowserContext, Page } from 'playwright';
import { type Line, startLossyProxy } from './lossy-proxy.ts';
import { startTurnServer } from './turn-server.ts';

/** A TURN server behind a proxy that delays, drops or limits packets. Pages with `onlyTurn` send all media through it. */
export interface TurnLine {
  /** Settings of the server whose pages use the TURN server. */
  readonly environment: { readonly TURN_URLS: string; readonly TURN_SECRET: string };
  /** The line is good at the start. `toBrowser` is `toServer` by default. */
  set(toServer: Line, toBrowser?: Line): void;
  stop(): Promise<void>;
}

export const startTurnLine = async (): Promise<TurnLine> => {
  const turn = await startTurnServer();
  const proxy = await startLossyProxy(turn.port);
  return {
    environment: { TURN_URLS: `turn:127.0.0.1:${proxy.port}?transport=udp`, TURN_SECRET: turn.secret },
    set: (toServer, toBrowser = toServer) => proxy.set(toServer, toBrowser),
    async stop() {
      proxy.close();
      await turn.stop();
    },
  };
};

/** Makes calls use TURN servers only, on pages that are loaded from now on. */
export const onlyTurn = (pages: Page | BrowserContext) =>
  pages.addInitScript(() => localStorage.setItem('hibiki.iceTransportPolicy', 'relay'));
