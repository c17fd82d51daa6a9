import { describe, expect, it } from 'vitest';
import { createLog, redactUrl } from './log.ts';

function recording() {
  const lines: string[] = [];
  const log = createLog({ name: 'test', level: 'debug', destination: { write: (line) => lines.push(line) } });
  return { log, text: () => lines.join(''), entries: () => lines.map((line) => JSON.parse(line)) };
}

const TOKEN = 'q83vEjRWeJC7zN3u_wARIjNEVWZ3iJmqu8zd7v8AESI';
const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P';

describe('the log', () => {
  it('is one JSON object a line, with the name of its process', () => {
    const { log, entries } = recording();
    log.info({ port: 3000 }, 'Listening');
    expect(entries()).toEqual([
      expect.objectContaining({ name: 'test', level: 30, port: 3000, msg: 'Listening' }),
    ]);
  });

  it('never holds a field that is a secret, also one or two levels down', () => {
    const { log, text } = recording();
    log.info({
      password: 'hunter22',
      body: { plainPassword: 'hunter22', deeper: { refresh_token: 'hunter22' } },
      headers: { authorization: 'hunter22', cookie: 'hunter22' },
    });
    expect(text()).not.toContain('hunter22');
    expect(text()).toContain('[secret]');
  });

  it('never holds a token, hash, mail address or password of a URL, in any field', () => {
    const { log, text } = recording();
    const cause = new Error(`refused ${JWT} of alice@example.com`);
    log.error({ err: new Error(`GET /user/verify?token=${TOKEN}`, { cause }) }, `from bob%40example.co.jp`);
    log.error('connect postgres://hibiki:hunter22@db/hibiki $argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA');
    for (const secret of [TOKEN, JWT, 'alice@', 'bob%40', 'hunter22', 'c2FsdA']) {
      expect(text()).not.toContain(secret);
    }
    expect(text()).toContain('postgres://[credentials]@db/hibiki');
  });

  it('keeps what is needed to find a fault: stack, code, ids and addresses of files', () => {
    const { log, entries } = recording();
    const error = Object.assign(new Error('no'), { code: '57P01', detail: 'Key (mail)=(x) exists' });
    log.error({ err: error, id: '0192f0c1-2345-7abc-8def-0123456789ab' });
    const [entry] = entries();
    expect(entry.err).toMatchObject({ message: 'no', code: '57P01' });
    expect(entry.err.stack).toContain('platform/src/log.test.ts');
    expect(entry.err.detail).toBeUndefined();
    expect(entry.id).toBe('0192f0c1-2345-7abc-8def-0123456789ab');
  });
});

describe('redactUrl', () => {
  it('keeps the names of parameters, and only harmless values', () => {
    expect(redactUrl('/api/v1/users?page=2&email=a%40b.c&order[mail]=asc')).toBe(
      '/api/v1/users?page=2&email=…&order[mail]=…',
    );
    expect(redactUrl('/user/verify?token=abc&target=def')).toBe('/user/verify?token=…&target=…');
    expect(redactUrl('/healthz')).toBe('/healthz');
  });
});
