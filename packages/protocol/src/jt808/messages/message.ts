import { ByteReader } from '../../bytes';
import type { HeaderVersion } from '../header';

/** How the body of one message is decoded and encoded. */
export interface MessageCodec<Id extends number, Body> {
  readonly id: Id;
  /** Throws RangeError when the body ends too early, and where its decoder says so; any other error is a mistake of ours. */
  readonly decode: (data: Uint8Array, version: HeaderVersion) => Body;
  /** Throws RangeError when a value does not fit its field; the encoder of each message says which. */
  readonly encode: (body: Body, version: HeaderVersion) => Uint8Array;
  /** Decodes with a reader that may note what is read (`inspect/`). */
  readonly read: (r: ByteReader, version: HeaderVersion) => Body;
}

/**
 * One line of a table of messages: the id and the two functions of its file. Messages that share their body share the functions. A message that comes all
 * the time has a `decode` of its own, which needs no reader.
 */
export const message = <const Id extends number, Body>(
  id: Id,
  read: MessageCodec<Id, Body>['read'],
  encode: MessageCodec<Id, Body>['encode'],
  decode: MessageCodec<Id, Body>['decode'] = (data, version) => read(new ByteReader(data), version),
): MessageCodec<Id, Body> => ({ id, read, decode, encode });
