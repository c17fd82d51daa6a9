import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Writes a certificate for a host name, which only itself has signed, and its key: two PEM files. */
export async function makeCertificate(hostName: string, certificate: string, key: string): Promise<void> {
  const openssl = spawn(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
      .concat(['-subj', `/CN=${hostName}`, '-addext', `subjectAltName=DNS:${hostName}`])
      .concat(['-keyout', key, '-out', certificate]),
    { stdio: 'ignore' },
  );
  const [code] = await once(openssl, 'exit');
  if (code !== 0) throw new Error('No certificate was made');
}
