import { bad, type Finding, good } from './finding.ts';

const TIMEOUT_MS = 8_000;
const ROUNDS = 3;

/**
 * Whether the signalling socket gets through, proxies and all. Nothing is signed in: a request before `session.open` is
 * answered with an error, which is answer enough (SPEC.md, T4).
 */
export function checkSocket(url: string): Promise<Finding> {
  return new Promise((resolve) => {
    const rounds: number[] = [];
    let sentAt = 0;
    const socket = new WebSocket(url);
    const settle = (finding: Finding) => {
      clearTimeout(timer);
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close(1000);
      resolve(finding);
    };
    const timer = setTimeout(() => settle(bad({ kind: 'socket-blocked' })), TIMEOUT_MS);
    const ask = () => {
      sentAt = performance.now();
      socket.send(JSON.stringify({ id: rounds.length + 1, request: 'session.ping', data: {} }));
    };
    socket.onopen = ask;
    socket.onmessage = () => {
      rounds.push(performance.now() - sentAt);
      if (rounds.length < ROUNDS) ask();
      else settle(good(`${Math.round(Math.min(...rounds))} ms`));
    };
    socket.onclose = () => settle(bad({ kind: 'socket-blocked' }));
  });
}
