import { describe, expect, it } from 'vitest';
import { type OperationName, type ResourcePath, resources } from '#protocol/rest/api.ts';
import type { CrudName, ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { iri } from '#protocol/rest/field.ts';
import {
  covers,
  expectItemOutcome,
  expectOutcome,
  kindOf,
  outcomeOnItem,
  outcomeOnList,
  type PrincipalName,
  principals,
  reachOf,
} from './testing/access-outcomes.ts';
import { setUpAccessSamples } from './testing/access-samples.ts';
import { PASSWORD } from './testing/open-test-api.ts';

/**
 * Every common operation × every principal on real data, held against the access table. Operations of their own:
 * access-own.slow.test.ts; what can be guessed: access-hidden.test.ts.
 */
const world = setUpAccessSamples();
const { api, samples, number, userIri, tokenOf } = world;

const crud: Readonly<Record<CrudName, 'item' | 'list'>> = {
  list: 'list',
  create: 'list',
  read: 'item',
  replace: 'item',
  merge: 'item',
  delete: 'item',
};

const paths = Object.keys(resources) as ResourcePath[];

for (const path of paths) {
  const definition: ResourceDefinition = resources[path];
  for (const name of definition.operations) {
    const operation = `${path}.${name}` as OperationName;
    describe(operation, () => {
      it.each(principals)('by %s', async (who) => {
        const sample = await samples[path].make(who);
        const token = sample.token ?? tokenOf(who);
        const address = `${path}/${sample.id}`;
        const outcome =
          crud[name] === 'item' ? outcomeOnItem(operation, path, who) : outcomeOnList(operation, who);
        const asked = token === undefined ? {} : { token };
        switch (name) {
          case 'list': {
            const answer = await api.request(
              'GET',
              `${path}?pageSize=100&order[${definition.order[0]}]=desc`,
              asked,
            );
            expectOutcome(answer, outcome);
            if (outcome !== 'may') return;
            const ids = answer.body['hydra:member'].map((each: { id: string }) => each.id);
            expect(ids.includes(sample.id)).toBe(covers(path, reachOf(operation, who), who));
            // Nothing is counted that is not shown.
            if (ids.length < 100) expect(answer.body['hydra:totalItems']).toBe(ids.length);
            return;
          }
          case 'create': {
            const body = await creationFor(path, who);
            expectOutcome(await api.request('POST', path, { ...asked, body }), outcome);
            return;
          }
          case 'read': {
            const answer = await expectItemOutcome(
              (id) => api.request('GET', `${path}/${id}`, asked),
              path,
              sample.id,
              outcome,
            );
            if (outcome === 'may') expect(answer.body['@id']).toBe(`/api/v1/${address}`);
            return;
          }
          case 'replace': {
            // As the asker reads it, where they do: of a device that has not approved others read more.
            const read = await api.get(address, outcome === 'may' ? token : tokenOf('admin'));
            await expectItemOutcome(
              (id, changes) => api.request('PUT', `${path}/${id}`, { ...asked, body: read.body, ...changes }),
              path,
              sample.id,
              outcome,
            );
            return;
          }
          case 'merge':
            await expectItemOutcome(
              (id, changes) =>
                api.request('PATCH', `${path}/${id}`, {
                  ...asked,
                  body: samples[path].patch ?? {},
                  ...changes,
                }),
              path,
              sample.id,
              outcome,
            );
            return;
          case 'delete': {
            // Who may delete the customer is told that it is in use.
            if (path === 'customers' && outcome === 'may') {
              expect((await api.request('DELETE', address, asked)).status).toBe(409);
            } else {
              await expectItemOutcome(
                (id, changes) =>
                  api.request('DELETE', `${path}/${id}`, {
                    ...asked,
                    // Who deletes the own account gives the password.
                    ...(path === 'users' && outcome === 'may' && { body: { currentPassword: PASSWORD } }),
                    headers: changes?.headers ?? {},
                  }),
                path,
                sample.id,
                outcome,
              );
            }
            if (outcome !== 'may' && path !== 'connection_summaries') {
              // A task is seen by its owner alone.
              const seenBy = path === 'tasks' ? 'manager' : 'admin';
              expect((await api.get(address, tokenOf(seenBy))).status).toBe(200);
            }
          }
        }
      });
    });
  }
}

async function creationFor(path: ResourcePath, who: PrincipalName): Promise<Record<string, unknown>> {
  const body = samples[path].creation?.() ?? {};
  if (path === 'pairs') {
    const mail = `partner${number()}@example.com`;
    await api.makeUser({ mail });
    return { mail, ...(who === 'admin' && { owner: userIri() }) };
  }
  if (path === 'groups' && who === 'admin') return { ...body, owner: userIri() };
  if (path === 'guest_links' && kindOf[who] === 'device') {
    // A device is not called by strangers: its links lead to its groups.
    const { body: group } = await api.post('groups', { name: 'Made' }, tokenOf(who));
    return { ...body, group: group['@id'] };
  }
  if (path === 'services') {
    await api.db.deleteFrom('services').where('name', '=', 'service_group_chat').execute();
    return { name: 'service_group_chat' };
  }
  if (path === 'features') {
    // The rival makes one for the rival's own customer.
    const customer = who === 'rival' ? world.away : world.home;
    await api.db
      .deleteFrom('features')
      .where('customer_id', '=', customer)
      .where('service', '=', 'service_group_chat')
      .execute();
    return { ...body, customer: iri('customers', customer) };
  }
  return body;
}
