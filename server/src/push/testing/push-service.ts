import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PushMessage } from '#protocol/push.ts';
import { webPushPublicKeyOf } from '#server/config.ts';
import type { Vapid } from '#server/push/vapid.ts';
import { eventually } from '#server/testing/eventually.ts';

const CURVE = 'prime256v1';
const TAG_BYTES = 16;

const ClaimsSchema = Type.Object({ aud: Type.String(), exp: Type.Integer(), sub: Type.String() });
const MessageSchema = Type.Object({
  kind: Type.Unsafe<PushMessage['kind']>(Type.String()),
  tag: Type.String(),
  title: Type.String(),
  body: Type.String(),
  path: Type.String(),
});
const claimsSchema = Compile(ClaimsSchema);
const messageSchema = Compile(MessageSchema);

/** A message as the browser reads it, and what the push service reads of it. */
export interface Pushed {
  readonly message: PushMessage;
  readonly headers: IncomingHttpHeaders;
  readonly claims: Static<typeof ClaimsSchema>;
}

/** A push service with one browser, which reads what it is sent with nothing but its own keys (RFC 8291, RFC 8292). */
export interface TestPushService {
  readonly origin: string;
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  /** All messages, in the order of arrival. */
  readonly pushed: readonly Pushed[];
  /** What it answers from now on; 201 at first. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  /** The first message of the kind. */
  message(kind: PushMessage['kind']): Promise<Pushed>;
  close(): Promise<void>;
}

export async function startPushService(): Promise<TestPushService> {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const pushed: Pushed[] = [];
  const faults: unknown[] = [];
  let answer: { status: number; headers: Readonly<Record<string, string>> } = { status: 201, headers: {} };

  /** RFC 8188 and RFC 8291, 4: one record. */
  const decrypt = (body: Buffer): unknown => {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
    const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
    const derive = (what: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${what}\0`, bytes));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    const padded = Buffer.concat([
      decipher.update(body.subarray(21 + keyLength, -TAG_BYTES)),
      decipher.final(),
    ]);
    // 0x02 ends the last record; zeros may follow it.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.writeHead(answer.status, answer.headers).end();
    try {
      const message = decrypt(Buffer.concat(chunks));
      const claims = claimsOf(request.headers.authorization ?? '');
      if (!messageSchema.Check(message) || !claimsSchema.Check(claims)) throw new Error('not of the form');
      pushed.push({ message, claims, headers: request.headers });
    } catch (error) {
      faults.push(error);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    subscription: {
      endpoint: `${origin}/${randomBytes(16).toString('hex')}`,
      p256dh: ecdh.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    pushed,
    answer: (status, headers = {}) => {
      answer = { status, headers };
    },
    message: (kind) =>
      eventually(() => {
        if (faults.length > 0) throw faults[0];
        const found = pushed.find(({ message }) => message.kind === kind);
        if (!found) throw new Error(`Nothing of kind ${kind} came`);
        return found;
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What the sender says of itself, once its signature is found to be by the key that it shows. */
function claimsOf(authorization: string): unknown {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const genuine = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!genuine) throw new Error('The signature is not by the key that was shown');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** Keys of an installation. */
export function makeVapid(): Vapid {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  const privateKey = Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  const publicKey = webPushPublicKeyOf(privateKey) ?? '';
  return { publicKey, privateKey, contact: 'https://hibiki.example.org' };
}
