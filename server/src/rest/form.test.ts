import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId } from '#protocol/ids.ts';
import { type ApiBody, firstOf } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let customerId: CustomerId;
let token: string;

beforeAll(async () => {
  customerId = await api.makeCustomer('form');
  ({ token } = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] }));
  for (let number = 1; number <= 7; number += 1) await api.makeDevice({ number, customerId });
});

const serials = (body: ApiBody) => body['hydra:member'].map(({ serialPrinted }) => serialPrinted);

it('leads to the documentation at PUBLIC_URL, no matter which host is asked for', async () => {
  for (const path of ['version', 'users', 'docs.jsonld', 'contexts/User', 'nowhere']) {
    const { headers, text } = await api.request('GET', path, { headers: { host: 'evil.example' } });
    expect(String(headers.link)).toMatch(/^<http:\/\/localhost:80\/api\/v1\/docs\.jsonld>;/);
    expect(text).not.toContain('evil.example');
  }
});

describe('an ETag', () => {
  it('is of the body as the asker gets it, and spares what the asker has', async () => {
    const address = `customers/${customerId}`;
    const user = await api.makeUser({ mail: 'reads@example.com', customerId });
    const [asManager, asUser] = [await api.get(address, token), await api.get(address, user.token)];
    expect(asUser.text).not.toBe(asManager.text);
    expect(asUser.headers.etag).not.toBe(asManager.headers.etag);
    const ask = (path: string, tag: unknown) =>
      api.request('GET', path, { token, headers: { 'if-none-match': String(tag) } });
    const again = await ask(address, asManager.headers.etag);
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', asManager.headers.etag]);
    expect((await ask(address, `"x", W/${asManager.headers.etag}`)).status).toBe(304);
    expect((await ask(address, asUser.headers.etag)).status).toBe(200);
    const list = await api.get('devices?pageSize=2', token);
    expect((await ask('devices?pageSize=2', list.headers.etag)).status).toBe(304);
    expect((await ask('devices?pageSize=3', list.headers.etag)).status).toBe(200);
  });

  it('guards a change by the revision, no matter who reads what beside it', async () => {
    const made = await api.post('groups', { name: 'Guarded' }, token);
    const path = `groups/${made.body.id}`;
    const patch = (tag: unknown, name: string) =>
      api.request('PATCH', path, { token, body: { name }, headers: { 'if-match': String(tag) } });
    const { headers } = await api.get(path, token);
    expect((await patch(headers.etag, 'Changed')).status).toBe(200);
    expect((await patch(headers.etag, 'Late')).status).toBe(412);
    expect((await patch('"2"', 'Bare')).status).toBe(200);
    expect((await patch('"x", "3"', 'One of several')).status).toBe(200);
  });

  it('stays where a change changes nothing, which stands in no log', async () => {
    const path = `groups/${(await api.post('groups', { name: 'Steady' }, token)).body.id}`;
    const entries = async () =>
      (await api.get(`logs?resourceId=${path.split('/')[1]}`, token)).body['hydra:totalItems'];
    const { headers, body } = await api.get(path, token);
    expect((await api.patch(path, { name: 'Steady' }, token)).headers.etag).toBe(headers.etag);
    expect((await api.put(path, body, token)).headers.etag).toBe(headers.etag);
    const start = '2030-01-01T00:00:00.000Z';
    const timed = await api.patch(path, { start }, token);
    for (const same of ['2030-01-01T00:00:00Z', '2030-01-01T09:00:00+09:00', '2030-01-01T00:00:00.0004Z']) {
      expect((await api.patch(path, { start: same }, token)).headers.etag, same).toBe(timed.headers.etag);
    }
    expect((await api.patch(path, { start: '2030-13-01T00:00:00Z' }, token)).status).toBe(422);
    await api.patch(path, { start: null }, token);
    expect(await entries()).toBe(3);
    expect((await api.put(path, { ...body, name: 'Moved' }, token)).headers.etag).not.toBe(headers.etag);
    expect(await entries()).toBe(4);
  });
});

describe('a list', () => {
  it('is a hydra collection with its view and search', async () => {
    const { body, headers } = await api.get('devices?pageSize=3&page=2&order[serialPrinted]=desc', token);
    expect(headers.link).toBe(
      '<http://localhost:80/api/v1/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"',
    );
    expect(headers['content-type']).toBe('application/ld+json; charset=utf-8');
    expect(body).toMatchObject({
      '@context': '/api/v1/contexts/Device',
      '@id': '/api/v1/devices',
      '@type': 'hydra:Collection',
      'hydra:totalItems': 7,
      'hydra:view': {
        '@id': '/api/v1/devices?pageSize=3&page=2&order[serialPrinted]=desc',
        '@type': 'hydra:PartialCollectionView',
        'hydra:first': '/api/v1/devices?pageSize=3&page=1&order[serialPrinted]=desc',
        'hydra:previous': '/api/v1/devices?pageSize=3&page=1&order[serialPrinted]=desc',
        'hydra:next': '/api/v1/devices?pageSize=3&page=3&order[serialPrinted]=desc',
        'hydra:last': '/api/v1/devices?pageSize=3&page=3&order[serialPrinted]=desc',
      },
    });
    expect(serials(body)).toEqual(['TEST00004', 'TEST00003', 'TEST00002']);
    expect(body['hydra:search']).toMatchObject({
      'hydra:template': expect.stringContaining('registered[strictly_after]'),
    });
    expect(body['hydra:member'][0]).not.toHaveProperty('@context');
  });

  it('has 30 items a page, and 100 at most', async () => {
    await api.db
      .insertInto('notifications')
      .values(
        Array.from({ length: 101 }, (_, index) => ({
          customer_id: customerId,
          title_ja: '題',
          title_en: `Title ${index}`,
        })),
      )
      .execute();
    const length = async (query: string) =>
      (await api.get(`notifications${query}`, token)).body['hydra:member'].length;
    expect(await length('')).toBe(30);
    expect(await length('?page=4')).toBe(11);
    expect(await length('?pageSize=100')).toBe(100);
    expect((await api.get('notifications?pageSize=101', token)).status).toBe(400);
  });

  it('past its end is empty and leads back', async () => {
    const { body } = await api.get('devices?page=99', token);
    expect(body['hydra:member']).toEqual([]);
    expect(body['hydra:view']).toMatchObject({ 'hydra:previous': '/api/v1/devices?page=1' });
    expect(body['hydra:view']).not.toHaveProperty('hydra:next');
  });

  it('is searched, with wildcards taken as they are', async () => {
    expect(serials((await api.get('devices?search=t00005', token)).body)).toEqual(['TEST00005']);
    expect(serials((await api.get('devices?search=T%2500005', token)).body)).toEqual([]);
    expect(serials((await api.get('devices?search=%5C', token)).body)).toEqual([]);
  });

  it('is filtered by dates, each bound with and without the moment itself', async () => {
    const moment = '2020-01-02T03:04:05Z';
    const device = firstOf(await api.get('devices?pageSize=1', token));
    const total = async (query: string) =>
      (await api.get(`devices?${query}=${encodeURIComponent(moment)}`, token)).body['hydra:totalItems'];
    expect(await total('registered[before]')).toBe(0);
    expect(await total('registered[after]')).toBe(7);
    const exact = encodeURIComponent(String(device.registered));
    // Milliseconds are shown, microseconds are kept: the moment shown is not after the one kept.
    expect((await api.get(`devices?registered[after]=${exact}`, token)).body['hydra:totalItems']).toBe(7);
  });

  it('takes several values of a filter as name[]=value', async () => {
    expect((await api.get('devices?state[]=ENABLED&state[]=DISABLED', token)).body['hydra:totalItems']).toBe(
      7,
    );
    expect((await api.get('devices?state[]=DISABLED', token)).body['hydra:totalItems']).toBe(0);
    expect((await api.get(`devices?customer=${customerId}`, token)).body['hydra:totalItems']).toBe(7);
    expect(
      (await api.get(`devices?customer=/api/v1/customers/${customerId}`, token)).body['hydra:totalItems'],
    ).toBe(7);
  });

  it.each([
    ['unknown=1', 'unknown-query-parameter', 'unknown'],
    ['order[secret_hash]=asc', 'unknown-query-parameter', 'order[secret_hash]'],
    ['order[name]=up', 'invalid-query-parameter', 'order[name]'],
    ['page=0', 'invalid-query-parameter', 'page'],
    ['page=1&page=2', 'invalid-query-parameter', 'page'],
    ['page=99999999999999999999', 'invalid-query-parameter', 'page'],
    ['pageSize=101', 'invalid-query-parameter', 'pageSize'],
    ['pageSize=1e1', 'invalid-query-parameter', 'pageSize'],
    ['search=%00', 'invalid-query-parameter', 'search'],
    ['customer=1%20or%201', 'invalid-query-parameter', 'customer'],
    ['registered[after]=yesterday', 'invalid-query-parameter', 'registered[after]'],
    ['registered[after]=2026-13-45T99:99:99Z', 'invalid-query-parameter', 'registered'],
    ['__proto__=1', 'unknown-query-parameter', '__proto__'],
    ['constructor=1', 'unknown-query-parameter', 'constructor'],
  ])('refuses ?%s', async (query, code, name) => {
    const answer = await api.get(`devices?${query}`, token);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ '@type': 'hydra:Error', code });
    expect(answer.body['hydra:description']).toContain(name);
  });
});

describe('what is sent', () => {
  const makePath = 'notifications';
  const body = { title: { ja: '題', en: 'Title' } };

  it('has to be JSON-LD or JSON, and a merge patch for PATCH', async () => {
    const send = (method: 'POST' | 'PATCH', path: string, type: string) =>
      api.request(method, path, { token, body, headers: { 'content-type': type } });
    expect((await send('POST', makePath, 'application/json')).status).toBe(201);
    const made = await send('POST', makePath, 'application/ld+json; charset=utf-8');
    expect(made.status).toBe(201);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/merge-patch+json']) {
      expect((await send('POST', makePath, type)).status, type).toBe(415);
    }
    expect((await send('PATCH', made.body['@id'], 'application/ld+json')).status).toBe(415);
    expect((await send('PATCH', made.body['@id'], 'application/merge-patch+json')).status).toBe(200);
  });

  it.each([
    ['utf-16', 415],
    ['"Shift_JIS"', 415],
    ['UTF-8', 201],
  ])('in %s is answered with %i', async (charset, status) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect((await api.request('POST', makePath, { token, body, headers })).status).toBe(status);
  });

  it.each(['application/ld+json', 'text/plain'])('is refused as %s, with the right type', async (type) => {
    const made = await api.post(makePath, body, token);
    const asked = { token, body, headers: { 'content-type': type } };
    const { status, headers } = await api.request('PATCH', made.body['@id'], asked);
    const patch = 'application/merge-patch+json';
    expect([status, headers]).toMatchObject([415, { accept: patch, 'accept-patch': patch }]);
    const plain = { 'content-type': 'text/plain' };
    const creation = await api.request('POST', makePath, { ...asked, headers: plain });
    expect(creation.headers).toMatchObject({ accept: 'application/ld+json, application/json' });
    expect(creation.headers).not.toHaveProperty('accept-patch');
  });

  it.each(['{', '', 'null', '[]', '"text"', '7', '{"__proto__": {"title": 1}}', '{"a":1'])(
    'is refused where it is %j',
    async (text) => {
      const answer = await api.request('POST', makePath, { token, body: text });
      expect([400, 422]).toContain(answer.status);
      expect(answer.body['@type']).toMatch(/^(hydra:Error|ConstraintViolationList)$/);
    },
  );

  it('has a limit', async () => {
    const answer = await api.request('POST', makePath, { token, body: { title: 'x'.repeat(300_000) } });
    expect([answer.status, answer.body.code]).toEqual([413, 'body-too-large']);
  });

  it('is refused where it is compressed, or no UTF-8', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const compressed = await api.request('POST', makePath, { token, body, headers });
    expect([compressed.status, compressed.body.code]).toEqual([415, 'unsupported-media-type']);
    const { statusCode, payload } = await api.fastify.inject({
      method: 'POST',
      url: '/api/v1/groups',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/ld+json' },
      payload: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    });
    expect([statusCode, JSON.parse(payload).code]).toEqual([400, 'malformed-body']);
  });

  it('is told all that is missing to sign in', async () => {
    const { status, body: refused } = await api.post('auth', { username: '' });
    expect([status, refused.violations.map(({ code }) => code).sort()]).toEqual([
      422,
      ['mail-required', 'password-required'],
    ]);
  });

  it('is told its unknown fields', async () => {
    const answer = await api.post(
      makePath,
      { ...body, colour: 'red', title: { ...body.title, fr: 'x' } },
      token,
    );
    expect(answer.status).toBe(422);
    expect(answer.body.violations).toMatchObject([
      { propertyPath: 'colour', code: 'unknown-field' },
      { propertyPath: 'title.fr', code: 'unknown-field' },
    ]);
  });

  it('replaces the whole with PUT, and merges with PATCH', async () => {
    const made = await api.post(makePath, { ...body, contents: { ja: '本文', en: 'Text' } }, token);
    const address = made.body['@id'];
    const merged = await api.patch(address, { title: { en: 'New' } }, token);
    expect(merged.body).toMatchObject({
      title: { ja: '題', en: 'New' },
      contents: { ja: '本文', en: 'Text' },
    });
    const replaced = await api.put(address, body, token);
    expect(replaced.body).toMatchObject({ title: body.title, contents: { ja: '', en: '' } });
    expect((await api.put(address, { contents: body.title }, token)).body.violations).toMatchObject([
      { propertyPath: 'title', code: 'required' },
    ]);
  });
});

describe('a serial number', () => {
  it('is fixed once the device is made', async () => {
    const device = firstOf(await api.get('devices?pageSize=1', token));
    expect((await api.put(device['@id'], device, token)).status).toBe(200);
    const answer = await api.put(device['@id'], { ...device, serialNumber: 'OTHER' }, token);
    expect(answer.body.violations).toEqual([
      { propertyPath: 'serialNumber', code: 'serial-fixed', message: 'The serial number can’t be changed.' },
    ]);
  });

  it('is there once, and has to be right', async () => {
    const { serialNumber } = firstOf(await api.get('devices?pageSize=1', token));
    expect((await api.post('devices', { serialNumber }, token)).body.violations).toMatchObject([
      { propertyPath: 'serialNumber', code: 'serial-taken' },
    ]);
    expect(
      (await api.post('devices', { serialNumber: `${serialNumber.slice(0, -1)}G` }, token)).body.violations,
    ).toMatchObject([{ propertyPath: 'serialNumber', code: 'serial-invalid' }]);
    expect((await api.post('devices', {}, token)).body.violations).toMatchObject([
      { propertyPath: 'serialNumber', code: 'serial-required' },
    ]);
  });
});

describe('other answers', () => {
  it('405 names what is allowed', async () => {
    const answer = await api.request('DELETE', 'devices', { token });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
    expect((await api.request('OPTIONS', 'version')).headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it('404 for what is not there, in the form of the API', async () => {
    for (const path of [
      'nothing',
      'devices/7',
      'devices/00000000-0000-7000-8000-000000000000',
      'devices/%00',
      'pairs/%00/availables',
      'groups/HIBIKI%0000001/availables',
    ]) {
      const answer = await api.get(path, token);
      expect([answer.status, answer.body['@type'], answer.body.code], path).toEqual([
        404,
        'hydra:Error',
        'not-found',
      ]);
    }
  });

  it('406 for who takes neither JSON nor JSON-LD', async () => {
    const ask = async (accept: string) =>
      (await api.request('GET', 'version', { headers: { accept } })).status;
    expect(await ask('text/csv')).toBe(406);
    expect(await ask('text/html, */*;q=0.1')).toBe(200);
  });

  it('401 without, with a broken, and with a forged token', async () => {
    for (const authorization of ['Bearer', 'Basic eDp5', 'Bearer a.b.c', `Bearer ${token}x`]) {
      const answer = await api.request('GET', 'devices', { headers: { authorization } });
      expect([answer.status, answer.headers['www-authenticate']], authorization).toEqual([401, 'Bearer']);
    }
    expect((await api.get('devices')).status).toBe(401);
  });
});
