import type { HeaderVersion } from '../header';

/** How the body of one message is decoded and encoded. */
export interface MessageCodec<Id extends number, Body> {
  readonly id: Id;
  /** Throws RangeError when the body ends too early, and where its decoder says so; any other error is a mistake of ours. */
  readonly decode: (data: Uint8Array, version: HeaderVersion) => Body;
  /** Throws RangeError when a value does not fit its field; the encoder of each message says which. */
  readonly encode: (body: Body, version: HeaderVersion) => Uint8Array;
}

/** One line of a table of messages: the id and the two functions of its file. Messages that share their body share the functions. */
export const message = <const Id extends number, Body>(
  id: Id,
  decode: MessageCodec<Id, Body>['decode'],
  encode: MessageCodec<Id, Body>['encode'],
): MessageCodec<Id, Body> => ({ id, decode, encode });
