import type { Static, TSchema } from 'typebox';

/** A request and what answers it. Payload and reply are checked at run time by the side that receives them. */
export interface RequestContract<Payload extends TSchema = TSchema, Reply extends TSchema = TSchema> {
  readonly payload: Payload;
  readonly reply: Reply;
}

/** Something that has happened; it has no reply. */
export interface NoticeContract<Payload extends TSchema = TSchema> {
  readonly payload: Payload;
}

export const request = <Payload extends TSchema, Reply extends TSchema>(
  payload: Payload,
  reply: Reply,
): RequestContract<Payload, Reply> => ({ payload, reply });

export const notice = <Payload extends TSchema>(payload: Payload): NoticeContract<Payload> => ({
  payload,
});

export type RequestMap = Readonly<Record<string, RequestContract>>;
export type NoticeMap = Readonly<Record<string, NoticeContract>>;

export type PayloadOf<Map extends RequestMap | NoticeMap, Name extends keyof Map> = Static<
  Map[Name]['payload']
>;
export type ReplyOf<Map extends RequestMap, Name extends keyof Map> = Static<Map[Name]['reply']>;

/** One union of all notices of a map, discriminated by `notice`. */
export type AnyNotice<Map extends NoticeMap> = {
  [Name in keyof Map]: { readonly notice: Name; readonly data: PayloadOf<Map, Name> };
}[keyof Map];

/** One function a request name; each in the room that its prefix names. */
export type HandlerTable<Map extends RequestMap, Context> = {
  readonly [Name in keyof Map]: (
    context: Context,
    payload: PayloadOf<Map, Name>,
  ) => Promise<ReplyOf<Map, Name>> | ReplyOf<Map, Name>;
};
