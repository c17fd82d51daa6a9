import { describe, expect, it } from 'vitest';
import { smtpOptionProblem } from './smtp-options.ts';

const problem = (options: string) => smtpOptionProblem(`smtp://mail:587?${options}`);

describe('the options of SMTP_URL', () => {
  it.each([
    'requireTLS=true&ignoreTLS=false&opportunisticTLS=false',
    'ignoreTLS=true&opportunisticTLS=true',
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
    ['localAddress=banana', 'must have an IP address of this machine as its option localAddress'],
    ['localAddress=', 'must have an IP address'],
    ['name=a%20b', 'must have a host name, or an IP address such as'],
    ['name=a%0D%0AMAIL', 'must have a host name'],
    ['name=192.0.2.1', 'an IP address such as `[192.0.2.1]`'],
    ['name=[2001:db8::7]', 'or `[IPv6:2001:db8::1]`, as its option name'],
  ])('are refused as %s', (options, message) => {
    expect(problem(options)).toContain(message);
  });
});
