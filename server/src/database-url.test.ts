import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '#platform/testing/make-certificate.ts';
import { databaseOptionProblem, urlForPg } from './database-url.ts';

const problem = (options: string) => databaseOptionProblem(`postgres://db/hibiki?${options}`);
let folder: string;
const file = (name: string) => encodeURIComponent(join(folder, name));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hibiki-database-url-'));
  for (const name of ['one', 'other'])
    await makeCertificate(name, join(folder, `${name}.pem`), join(folder, `${name}.key`));
  writeFileSync(join(folder, 'text.pem'), 'no certificate');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the options of DATABASE_URL', () => {
  it.each([
    () => '',
    () => 'host=/run/postgresql&port=5433',
    () => 'user=hibiki&password=p%26q&application_name=calls&options=-c%20search_path%3Dcalls',
    () => 'sslmode=require&sslnegotiation=direct',
    () => `sslmode=verify-ca&uselibpqcompat=true&sslrootcert=${file('one.pem')}`,
    () =>
      `sslmode=verify-full&sslrootcert=${file('one.pem')}&sslcert=${file('one.pem')}&sslkey=${file('one.key')}`,
    () => 'ssl=true',
    () => 'ssl=no-verify',
  ])('may be those of case %#', (options) => {
    expect(problem(options())).toBeUndefined();
  });

  it.each([
    ['pool=5', 'has the unknown option pool: remove it'],
    ['uselibpqcompat=true', 'must have sslmode beside uselibpqcompat'],
    // It would replace the limit of the server's own setting.
    ['statement_timeout=0', 'has the unknown option statement_timeout'],
    ['=x', 'has an option without a name'],
    ['sslMode=verify-full', 'has the unknown option sslMode; is sslmode meant?'],
    ['ssl_root_cert=ca.pem', 'has the unknown option ssl_root_cert; is sslrootcert meant?'],
    ['sslmode=require&sslmode=disable', 'must have its option sslmode once'],
    ['ssl=maybe', 'must have one of these as its option ssl: true, false'],
    ['sslmode=', 'must have one of these as its option sslmode'],
    ['sslnegotiation=fast', 'must have one of these as its option sslnegotiation: postgres, direct'],
    ['sslcert=', 'must have a value for its option sslcert'],
    ['host=', 'must have a value for its option host'],
    ['port=0', 'must have a number from 1 to 65535 as its option port'],
    ['port=5432x', 'must have a number from 1 to 65535 as its option port'],
    ['sslrootcert=/nonexistent', 'must have a file that can be read (ENOENT) as its option sslrootcert'],
    ['sslkey=/', 'must have a file that can be read (EISDIR) as its option sslkey'],
    ['ssl=true&sslmode=require', 'must not have both sslmode and ssl'],
    ['sslmode=disable&sslnegotiation=direct', 'must not have sslnegotiation beside sslmode=disable'],
    ['ssl=0&sslnegotiation=direct', 'must not have sslnegotiation beside ssl=false'],
    ['sslmode=verify-ca&uselibpqcompat=true', 'must have sslrootcert beside sslmode=verify-ca'],
  ])('are refused as %s', (options, message) => {
    expect(problem(options)).toContain(`DATABASE_URL ${message}`);
  });

  it('name a host where the address has none', () => {
    expect(databaseOptionProblem('postgres:///hibiki')).toContain('must have a host, or the option host');
    expect(databaseOptionProblem('postgres:///hibiki?host=/run/postgresql')).toBeUndefined();
  });

  it('name files with certificates and keys that belong together', () => {
    expect(problem(`sslrootcert=${file('text.pem')}`)).toContain('a file of certificates (PEM)');
    expect(problem(`sslrootcert=${file('one.key')}`)).toContain('a file of certificates (PEM)');
    expect(problem(`sslcert=${file('one.pem')}`)).toContain('sslcert and sslkey together');
    expect(problem(`sslcert=${file('one.pem')}&sslkey=${file('other.key')}`)).toContain(
      'its key without a password',
    );
  });
});

describe('the address for pg', () => {
  it('names the mode that pg takes the three for which it warns of', () => {
    for (const mode of ['prefer', 'require', 'verify-ca'])
      expect(urlForPg(`postgres://u:p%40@db/hibiki?sslmode=${mode}&host=%2Frun`)).toBe(
        'postgres://u:p%40@db/hibiki?sslmode=verify-full&host=%2Frun',
      );
  });

  it.each(['', '?sslmode=disable', '?sslmode=no-verify', '?uselibpqcompat=true&sslmode=require'])(
    'is otherwise as it is given (%s)',
    (options) => {
      expect(urlForPg(`postgres://db/hibiki${options}`)).toBe(`postgres://db/hibiki${options}`);
    },
  );
});
