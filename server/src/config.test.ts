import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isLocal, readConfig } from './config.ts';

const enough = { DATABASE_URL: 'postgres://localhost/hibiki' };

describe('readConfig', () => {
  it('is local by default: this machine, the data folder of the clone, no demo data', () => {
    const config = readConfig(enough);
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      demoData: false,
      smtpUrl: null,
      natsUrl: null,
    });
    expect(config.publicUrl).toBe('http://localhost:3000');
    expect(config.dataFolder).toBe(`${process.cwd()}/data`);
    expect(isLocal(config)).toBe(true);
  });

  it('is frozen', () => {
    expect(Object.isFrozen(readConfig(enough))).toBe(true);
  });

  it('writes the public address as browsers do, without a slash', () => {
    expect(readConfig({ ...enough, PUBLIC_URL: 'HTTPS://Call.example.com:443/' }).publicUrl).toBe(
      'https://call.example.com',
    );
  });

  it('reads origins exactly', () => {
    const { corsOrigins } = readConfig({
      ...enough,
      CORS_ORIGINS: 'https://Console.example.com, http://localhost:8080',
    });
    expect(corsOrigins).toEqual(['https://console.example.com', 'http://localhost:8080']);
  });

  it('names the operator by the host, unless a name is set', () => {
    const PUBLIC_URL = 'https://call.example.com';
    expect(readConfig({ ...enough, PUBLIC_URL }).operatorName).toBe('call.example.com');
    expect(readConfig({ ...enough, PUBLIC_URL, OPERATOR_NAME: 'Example Inc.' }).operatorName).toBe(
      'Example Inc.',
    );
  });

  it.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://call.example.com' }])(
    'is not local with %j',
    (variables) => {
      expect(isLocal(readConfig({ ...enough, ...variables }))).toBe(false);
    },
  );

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be'],
    [{ TURN_URLS: 'http://turn.example.com' }, 'TURN_URLS must be'],
    [{ TURN_URLS: 'turn:turn.example.com' }, 'TURN_SECRET must be set where TURN_URLS is'],
    [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'TRUSTED_PROXIES must be'],
    [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS must be'],
    [{ CORS_ORIGINS: 'https://console.example.com/app' }, 'CORS_ORIGINS must be'],
    [{ CORS_ORIGINS: 'https://a.example, console.example' }, 'CORS_ORIGINS must be'],
    [{ DEV_MAILBOX: 'true', PUBLIC_URL: 'https://example.com' }, 'DEV_MAILBOX must not be set'],
    [{ PORT: '4301', SFU_HTTP_PORT: '4301' }, 'SFU_HTTP_PORT must not be the port of the server'],
    [{ PUBLIC_URL: 'https://example.com/calls' }, 'PUBLIC_URL must have no path'],
    [{ PUBLIC_URL: 'https://user:pw@calls.example.com' }, 'PUBLIC_URL must have no user name'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be'],
    [{ SMTP_HOST: 'mail' }, 'SMTP_HOST is unknown'],
    [{ DATABASE_URL: '' }, 'DATABASE_URL must be set'],
    [{ WEB_PUSH_PUBLIC_KEY: 'change-me' }, 'WEB_PUSH_PUBLIC_KEY must be a public key'],
    [
      { WEB_PUSH_PUBLIC_KEY: 'B'.repeat(87) },
      'WEB_PUSH_PUBLIC_KEY and WEB_PUSH_PRIVATE_KEY must be set together',
    ],
    [
      {
        WEB_PUSH_PUBLIC_KEY: 'B'.repeat(87),
        WEB_PUSH_PRIVATE_KEY: 'tUkzMcPbtl2-xZ4Z5A1OqiELPo2Pc9-SFNw6hU8_Hh0',
      },
      'WEB_PUSH_PRIVATE_KEY must be the private key to WEB_PUSH_PUBLIC_KEY',
    ],
    [{ WEB_PUSH_CONTACT: 'me@example.com' }, 'WEB_PUSH_CONTACT must be'],
    [{ AUTH_SECRET: 'k3v9-pq2z' }, 'AUTH_SECRET must be at least 32 characters long'],
    [{ METRICS_TOKEN: 'a token for metrics' }, 'METRICS_TOKEN must be made of letters, digits and -._~+/'],
    [{ NATS_CA_FILE: '/nonexistent.pem' }, 'NATS_CA_FILE must be a file that can be read (ENOENT)'],
    [{ NATS_CA_FILE: import.meta.filename }, 'NATS_CA_FILE must be a file of certificates (PEM)'],
    [{ NATS_CREDENTIALS_FILE: '/' }, 'NATS_CREDENTIALS_FILE must be a file that can be read (EISDIR)'],
    [{ NATS_CREDENTIALS_FILE: import.meta.filename }, 'must be a file of NATS credentials (`.creds`)'],
    [{ DATABASE_URL: 'postgres://db:0/hibiki' }, 'DATABASE_URL must be a URL whose port is 1 at least'],
    [{ DATABASE_URL: 'postgres:/db/hibiki' }, 'DATABASE_URL must be a URL that begins with postgres://'],
    [
      { DATABASE_URL: 'postgres://hibiki:pw@/hibiki?host=/run/postgresql' },
      'DATABASE_URL must be a URL with a host after its @, such as localhost',
    ],
    [{ NATS_URL: 'nats://10.0.0.4/calls' }, 'NATS_URL must be a URL without a path and options'],
    [{ NATS_URL: 'nats://10.0.0.4,nats://10.0.0.5?tls=1' }, 'must be a URL without a path and options'],
    [{ DATABASE_URL: 'postgres://db/hibiki#x' }, 'DATABASE_URL must be a URL without a fragment'],
    [{ SMTP_URL: 'smtp://mail#' }, 'SMTP_URL must be a URL without a fragment'],
    [
      { DATABASE_WARN_FREE_MB: '100', DATABASE_MIN_FREE_MB: '200' },
      'DATABASE_WARN_FREE_MB must not be less than DATABASE_MIN_FREE_MB',
    ],
    [{ NATS_URL: 'nats://10.0.0.4' }, 'AUTH_SECRET must be set where NATS_URL is'],
    [{ MAIL_FROM: 'Hibiki: Calls <calls@example.com>' }, 'MAIL_FROM must be a mail address'],
    [{ MAIL_FROM: 'Calls, Hibiki <calls@example.com>' }, 'MAIL_FROM must be a mail address'],
    [{ MAIL_FROM: 'calls@example.com, other@example.com' }, 'MAIL_FROM must be a mail address'],
    [{ SMTP_URL: 'smtps://mail.example.com' }, 'SMTP_URL must name a mail server of your own'],
    [
      { SMTP_URL: 'smtp://user:password@smtp.example.org:587' },
      'SMTP_URL must name a mail server of your own',
    ],
    [
      { SMTP_URL: 'smtp://mail:587?requireTls=true' },
      'SMTP_URL has the unknown option requireTls; is requireTLS meant?',
    ],
    [
      { SMTP_URL: 'smtp://mail?name=a&requiretls=true' },
      'SMTP_URL has the unknown option requiretls; is requireTLS meant?',
    ],
    [
      { SMTP_URL: 'smtp://mail?tls.rejectUnauthorised=false' },
      'option tls.rejectUnauthorised; is tls.rejectUnauthorized meant?',
    ],
    [
      { DATABASE_URL: 'postgres://db/hibiki?sslmode=require&sslmode=disable' },
      'DATABASE_URL must have its option sslmode once',
    ],
    [{ SMTP_URL: 'smtp://mail?nonsense=1' }, /SMTP_URL has the unknown option nonsense$/],
    // nodemailer would ignore it: `smtp` or `smtps` decides.
    [{ SMTP_URL: 'smtp://mail?secure=true' }, /SMTP_URL has the unknown option secure$/],
    [
      { SMTP_URL: 'smtp://mail?ignoreTLS=False' },
      'SMTP_URL must have `true` or `false` as its option ignoreTLS',
    ],
    // The user is taken for the host here.
    [{ SMTP_URL: 'smtp://user:1234?rest@mail' }, /^((?!rest).)*SMTP_URL has an @ after its \?((?!rest).)*$/s],
  ])('refuses %j and names it', (variables, message) => {
    expect(() => readConfig({ ...enough, ...variables })).toThrow(message);
  });

  it('takes an SMTP_URL with the options that are documented', () => {
    const options =
      'requireTLS=true&ignoreTLS=false&opportunisticTLS=false&tls.rejectUnauthorized=false&tls.servername=mail.calls.jp' +
      '&tls.minVersion=TLSv1.2&tls.maxVersion=TLSv1.3&tls.ciphers=DEFAULT&name=calls.jp&localAddress=10.0.0.10';
    const SMTP_URL = `smtp://user:p%3F%40ss@mail:587?${options}`;
    expect(readConfig({ ...enough, SMTP_URL }).smtpUrl).toBe(SMTP_URL);
  });

  it.each([
    'calls@example.com',
    'Hibiki <calls@example.com>',
    'Hibiki Inc. 日本 <calls@example.com>',
    '"Hibiki: Calls" <calls@example.com>',
  ])('takes %s as the sender of mail', (sender) => {
    expect(readConfig({ ...enough, MAIL_FROM: sender }).mailFrom).toBe(sender);
  });

  it.each([
    [undefined, 'Hibiki <no-reply@localhost>'],
    ['https://call.example.com', 'Hibiki <no-reply@call.example.com>'],
    ['http://203.0.113.10:3000', 'Hibiki <no-reply@[203.0.113.10]>'],
  ])('with the address %s and no sender, mail comes from %s', (publicUrl, sender) => {
    expect(readConfig({ ...enough, PUBLIC_URL: publicUrl }).mailFrom).toBe(sender);
  });

  it('hands the media node its variables, and none of the secrets of the server', () => {
    const { mediaNodeEnv } = readConfig({
      ...enough,
      PATH: '/bin',
      SFU_WORKERS: '1',
      LOG_LEVEL: 'debug',
      AUTH_SECRET: randomBytes(16).toString('hex'),
      SMTP_URL: 'smtp://user:password@mail',
    });
    expect(mediaNodeEnv).toEqual({
      PATH: '/bin',
      SFU_WORKERS: '1',
      LOG_LEVEL: 'debug',
      RECORDING_FOLDER: expect.stringMatching(/recordings$/),
    });
  });
});
