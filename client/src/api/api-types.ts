import type { Static, TSchema } from 'typebox';
import type { OperationOwnName, operations, ResourcePath, resources } from '#protocol/rest/api.ts';
import type { BodyOf } from '#protocol/rest/define-operation.ts';
import type {
  CreationOf,
  ItemOf,
  ListQuery,
  MergeOf,
  ReplacementOf,
} from '#protocol/rest/define-resource.ts';
import type { HydraCollection } from '#protocol/rest/hydra.ts';

export type Resource<Path extends ResourcePath> = (typeof resources)[Path];
export type Item<Path extends ResourcePath> = ItemOf<Resource<Path>>;
export type Collection<Path extends ResourcePath> = HydraCollection<Item<Path>>;
export type Query<Path extends ResourcePath> = ListQuery<Resource<Path>>;
export type Creation<Path extends ResourcePath> = CreationOf<Resource<Path>>;
export type Replacement<Path extends ResourcePath> = ReplacementOf<Resource<Path>>;
export type Merge<Path extends ResourcePath> = MergeOf<Resource<Path>>;

type PathByName = { [Path in ResourcePath as Resource<Path>['name']]: Path };

type Operation<Name extends OperationOwnName> = (typeof operations)[Name];
export type OperationBody<Name extends OperationOwnName> = BodyOf<Operation<Name>>;

type ReplyOf<Reply> = Reply extends {
  readonly kind: 'item';
  readonly resource: infer Name extends keyof PathByName;
}
  ? Item<PathByName[Name]>
  : Reply extends { readonly kind: 'collection'; readonly resource: infer Name extends keyof PathByName }
    ? Collection<PathByName[Name]>
    : Reply extends { readonly kind: 'json'; readonly schema: infer Schema extends TSchema }
      ? Static<Schema>
      : undefined;
export type OperationReply<Name extends OperationOwnName> = ReplyOf<Operation<Name>['reply']>;

export type User = Item<'users'>;
export type Admin = Item<'admins'>;
export type Customer = Item<'customers'>;
export type Pair = Item<'pairs'>;
export type Group = Item<'groups'>;
export type Notification = Item<'notifications'>;
export type Connection = Item<'connections'>;
export type Webhook = Item<'webhooks'>;
export type WebhookDelivery = Item<'webhook_deliveries'>;
