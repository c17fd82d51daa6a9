import { operations, resources } from '#protocol/rest/api.ts';
import type { OperationDefinition } from '#protocol/rest/define-operation.ts';
import type { CrudName, ResourceDefinition } from '#protocol/rest/define-resource.ts';
import type { Endpoint } from '#server/rest/endpoint.ts';

/** Every resource with the common operations or a list of its own. */
export const documentedResources: readonly ResourceDefinition[] = Object.values(resources);

export const resourceByName = (name: string): ResourceDefinition | undefined =>
  documentedResources.find((resource) => resource.name === name);

export interface DocumentedCrud {
  readonly endpoint: Endpoint;
  readonly kind: 'crud';
  readonly crud: CrudName;
  readonly resource: ResourceDefinition;
}

export type Documented =
  | DocumentedCrud
  | { readonly endpoint: Endpoint; readonly kind: 'own'; readonly operation: OperationDefinition };

/** What an endpoint is, for those who describe it. */
export function documented(endpoint: Endpoint): Documented {
  const own: Readonly<Record<string, OperationDefinition>> = operations;
  const operation = own[endpoint.name];
  if (operation) return { endpoint, kind: 'own', operation };
  const [path, crud] = endpoint.name.split('.');
  const resource = documentedResources.find((each) => each.path === path);
  const name = resource?.operations.find((each) => each === crud);
  if (!resource || !name) throw new Error(`Nothing is known of ${endpoint.name}`);
  return { endpoint, kind: 'crud', crud: name, resource };
}

/** With its article. */
const one = (name: string): string => `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;

const titles: Readonly<Record<CrudName, (name: string) => string>> = {
  list: (name) => `Lists ${name} resources`,
  create: (name) => `Creates ${one(name)}`,
  read: (name) => `Reads ${one(name)}`,
  replace: (name) => `Replaces ${one(name)}`,
  merge: (name) => `Changes some fields of ${one(name)}`,
  delete: (name) => `Deletes ${one(name)}`,
};

export const crudTitle = (crud: CrudName, resource: ResourceDefinition): string =>
  titles[crud](resource.name);
