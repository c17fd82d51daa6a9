import { describe, expect, it } from 'vitest';
import { smtpOptionProblem } from './smtp-options.ts';

const problem = (options: string) => smtpOptionProblem(`smtp://mail:587?${options}`);

describe('the options of SMTP_URL', () => {
  it.each([
    'requireTLS=true&ignoreTLS=false&opportunisticTLS=false',
    'opportunisticTLS=true&tls.servername=mail.example.com',
    'ignoreTLS=true',
    'tls.minVersion=TLSv1.3&tls.ciphers=TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    'tls.minVersion=TLSv1.2&tls.maxVersion=TLSv1.2',
    'tls.minVersion=TLSv1&tls.maxVersion=TLSv1.1&tls.ciphers=DEFAULT%40SECLEVEL%3D0',
    'tls.ciphers=TLS_AES_128_GCM_SHA256',
    'tls.ciphers=ECDHE-RSA-AES128-GCM-SHA256:TLS_AES_128_GCM_SHA256&tls.maxVersion=TLSv1.2',
    'localAddress=10.0.0.10',
    'localAddress=2001:db8::7',
    'name=calls',
    'name=calls.example.com',
    'name=[192.0.2.1]',
    'name=[IPv6:2001:db8::7]',
  ])('may be %s', (options) => {
    expect(problem(options)).toBeUndefined();
  });

  it.each([
    ['requireTLS=true&ignoreTLS=true', 'must not have both requireTLS and ignoreTLS'],
    ['opportunisticTLS=true&requireTLS=true', 'must not have both requireTLS and opportunisticTLS'],
    // nodemailer would ignore TLS.
    ['ignoreTLS=false&ignoreTLS=false', 'must have its option ignoreTLS once'],
    ['name=a.example.com&name=b.example.com', 'must have its option name once'],
    ['tls.minVersion=1.2', 'must have one of TLSv1, TLSv1.1, TLSv1.2, TLSv1.3 as its option tls.minVersion'],
    ['tls.maxVersion=TLSv1_3', 'as its option tls.maxVersion'],
    ['tls.minVersion=TLSv1.3&tls.maxVersion=TLSv1.2', 'must not have a tls.maxVersion older than'],
    ['tls.maxVersion=TLSv1.1', 'tls.minVersion, which is TLSv1.2 by default'],
    ['tls.ciphers=banana', 'must have ciphers that OpenSSL knows as its option tls.ciphers'],
    ['tls.ciphers=', 'must have ciphers that OpenSSL knows'],
    ['tls.ciphers=TLS_AES_128_GCM_SHA256&tls.maxVersion=TLSv1.2', 'ciphers that its tls.maxVersion can use'],
    [
      'tls.minVersion=TLSv1.3&tls.ciphers=ECDHE-RSA-AES128-GCM-SHA256',
      'ciphers that its tls.minVersion can use',
    ],
    ['tls.minVersion=TLSv1&tls.maxVersion=TLSv1.1', 'must have tls.ciphers with @SECLEVEL=0'],
    ['tls.servername=192.0.2.1', 'must have a host name as its option tls.servername'],
    ['tls.servername=', 'must have a host name'],
    ['ignoreTLS=true&opportunisticTLS=true', 'must not have both ignoreTLS and opportunisticTLS'],
    ['ignoreTLS=true&tls.servername=calls.jp', 'must not have tls.servername beside ignoreTLS'],
    ['=x', 'has an option without a name'],
    ['localAddress=banana', 'must have an IP address of this machine as its option localAddress'],
    ['localAddress=', 'must have an IP address'],
    ['name=a%20b', 'must have a host name, or an IP address such as'],
    ['name=a%0D%0AMAIL', 'must have a host name'],
    ['name=192.0.2.1', 'an IP address such as `[192.0.2.1]`'],
    ['name=[2001:db8::7]', 'or `[IPv6:2001:db8::1]`, as its option name'],
  ])('are refused as %s', (options, message) => {
    expect(problem(options)).toContain(message);
  });

  it.each([
    ['smtps://mail?ignoreTLS=true', 'must not have ignoreTLS where it begins with smtps:'],
    ['smtps://mail?opportunisticTLS=true', 'must not have opportunisticTLS where it begins with smtps:'],
    ['smtp://mail/inbox?name=calls', 'must have no path'],
    ['smtp://user:12/34@mail', 'has an @ after its /: special characters of a password'],
    ['smtp://192.0.2.1?localAddress=2001:db8::7', 'a localAddress of the same kind as its host'],
    ['smtp://[2001:db8::7]?localAddress=192.0.2.1', 'a localAddress of the same kind as its host'],
  ])('of %s are refused, with the rest of the address', (smtpUrl, message) => {
    expect(smtpOptionProblem(smtpUrl)).toContain(message);
  });

  it('may be a requirement that smtps: fulfils, and a local address like that of the server', () => {
    expect(
      smtpOptionProblem('smtps://[2001:db8::7]/?requireTLS=true&localAddress=2001:db8::8'),
    ).toBeUndefined();
  });
});
