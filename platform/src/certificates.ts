import { X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/** Checks the content of a file with certificates to trust. Throws an Error whose message ends the sentence 'NAME must be …'. */
export function checkCertificates(pem: string): void {
  const certificates = pem.match(CERTIFICATE) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw new Error('a file of certificates (PEM)');
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
