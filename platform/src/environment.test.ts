import { describe, expect, it } from 'vitest';
import {
  defineEnvironment,
  EnvironmentError,
  flag,
  integer,
  list,
  oneOf,
  optionalSecret,
  optionalUrl,
  readEnvironment,
  text,
  url,
} from './environment.ts';

const environment = defineEnvironment(
  {
    port: integer('PORT', { default: 3000, minimum: 0, maximum: 65_535, meaning: 'Port.' }),
    host: text('HOST', { default: '127.0.0.1', meaning: 'Address.' }),
    databaseUrl: url('DATABASE_URL', { protocols: ['postgres'], meaning: 'Database.' }),
    smtpUrl: optionalUrl('SMTP_URL', { protocols: ['smtp', 'smtps'], meaning: 'Mail server.' }),
    natsUrl: optionalUrl('NATS_URL', { protocols: ['nats', 'tls'], several: true, meaning: 'Bus.' }),
    secret: optionalSecret('AUTH_SECRET', { minLength: 8, meaning: 'Secret.' }),
    level: oneOf('LOG_LEVEL', { default: 'info', choices: ['info', 'debug'], meaning: 'Level.' }),
    demo: flag('DEMO_DATA', { default: false, meaning: 'Demo.' }),
    turnUrls: list('TURN_URLS', { meaning: 'TURN servers.' }),
  },
  { alsoKnown: ['SFU_WORKERS'] },
);
const enough = { DATABASE_URL: 'postgres://localhost/test' };
const read = (source: Record<string, string>) => readEnvironment(environment, { ...enough, ...source });

function problemsOf(source: Record<string, string>): readonly string[] {
  try {
    readEnvironment(environment, source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe('readEnvironment', () => {
  it('reads each variable in its type, and takes defaults for what is not set or empty', () => {
    const values = read({ PORT: '8080', DEMO_DATA: 'true', TURN_URLS: 'turn:a, turn:b', HOST: '' });
    expect(values).toEqual({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: 'postgres://localhost/test',
      smtpUrl: null,
      natsUrl: null,
      secret: null,
      level: 'info',
      demo: true,
      turnUrls: ['turn:a', 'turn:b'],
    });
  });

  it('takes several URLs, each with its port, where several may be given', () => {
    expect(read({ NATS_URL: 'nats://a:4222, tls://b:4223' }).natsUrl).toBe('nats://a:4222,tls://b:4223');
    expect(problemsOf({ ...enough, NATS_URL: 'nats://a:4222,http://b' })).toEqual([
      'NATS_URL must be URLs that begin with nats:// or tls://, separated by commas',
    ]);
    expect(problemsOf({ ...enough, SMTP_URL: 'smtp://a:25,smtp://b:25' })).toHaveLength(1);
  });

  it.each(['smtp://', 'smtps://'])('refuses %j, which has no host', (SMTP_URL) => {
    expect(problemsOf({ ...enough, SMTP_URL })).toEqual(['SMTP_URL must be a URL with a host']);
  });

  it.each(['smtp://mail:99999', 'smtp://user:a#b@mail', 'smtp://mail/%zz', 'smtp://us%er@mail'])(
    'refuses %j, and says what a URL may have',
    (SMTP_URL) => {
      expect(problemsOf({ ...enough, SMTP_URL })).toEqual([
        expect.stringContaining('SMTP_URL must be a valid URL: its port'),
      ]);
    },
  );

  it('gives an object that cannot be changed', () => {
    const values = read({});
    expect(Object.isFrozen(values)).toBe(true);
    expect(Object.isFrozen(values.turnUrls)).toBe(true);
  });

  it('names everything that is wrong at once, and repeats no value', () => {
    const problems = problemsOf({
      PORT: '70000',
      SMTP_URL: 'http://mail',
      AUTH_SECRET: 'short',
      LOG_LEVEL: 'loud',
    });
    expect(problems).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'DATABASE_URL must be set: Database.',
      'SMTP_URL must be a URL that begins with smtp:// or smtps://',
      'AUTH_SECRET must be at least 8 characters long',
      'LOG_LEVEL must be one of info, debug',
    ]);
    expect(problems.join()).not.toContain('short,');
  });

  it.each(['8080.5', '1e3', ' 80', '-1', 'ten', '0x50'])('refuses %j as a port', (PORT) => {
    expect(problemsOf({ ...enough, PORT })).toHaveLength(1);
  });

  it.each([
    ['TURN_URL', 'TURN_URLS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PROT', 'PORT'],
  ])('asks whether %s was meant to be %s', (written, meant) => {
    expect(problemsOf({ ...enough, [written]: 'x' })).toEqual([`${written} is unknown; is ${meant} meant?`]);
  });

  it.each([
    [{ AUTH_SECRET: 'change-me-at-least-32-characters-long' }, 'AUTH_SECRET must be a secret of your own'],
    [{ AUTH_SECRET: 'Replace_this with a secret' }, 'AUTH_SECRET must be a secret of your own'],
    [{ AUTH_SECRET: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }, 'AUTH_SECRET must be a random value'],
    [
      { DATABASE_URL: 'postgres://hibiki:change-me-hex-characters-only@db/hibiki' },
      'DATABASE_URL must be a secret of your own',
    ],
  ])('refuses the placeholder in %j', (source, problem) => {
    expect(problemsOf({ ...enough, ...source })).toEqual([expect.stringContaining(problem)]);
  });

  it('names a variable of one of the families of the project that it does not know', () => {
    expect(problemsOf({ ...enough, SMTP_PASSWORD: 'x' })).toEqual(['SMTP_PASSWORD is unknown']);
  });

  it('leaves alone what other processes, the system and orchestrators set', () => {
    const foreign = {
      SFU_WORKERS: '2',
      HOME: '/root',
      PATH: '/bin',
      SESSION_MANAGER: 'local/unix:1',
      MEDIASOUP_LOCAL_DEV: 'true',
      NATS_SERVICE_HOST: '10.0.0.1',
      NATS_PORT_4222_TCP_ADDR: '10.0.0.1',
      DATABASE_PORT: 'tcp://10.0.0.2:5432',
    };
    expect(problemsOf({ ...enough, ...foreign })).toEqual([]);
  });

  it('describes each default for docs/configuration.md', () => {
    const { variables } = environment;
    expect(variables.port.defaultText).toBe('`3000`');
    expect(variables.databaseUrl.defaultText).toBe('must be set');
    expect(variables.turnUrls.defaultText).toBe('none');
  });
});
