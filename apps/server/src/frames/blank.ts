import { u16At } from '@tongda/protocol/bytes';
import { inspectBareBody } from '@tongda/protocol/inspect/bytes';
import { inspectPayload } from '@tongda/protocol/inspect/frame';
import type { TracedField } from '@tongda/protocol/inspect/tracing-reader';
import { ItemReaders } from '@tongda/protocol/items/registry';
import { msgId } from '@tongda/protocol/jt808/codec';
import { type Header, parseHeader } from '@tongda/protocol/jt808/header';
import { findParameter } from '@tongda/protocol/jt808/messages/parameter/catalogue';

/** What stands in place of a secret: `*`. */
const star = 0x2a;
/** Result and serial number before the code of 0x8100. */
const registerHead = 3;
/** Identity and software version behind the code of 0x0102 of 2019. */
const authTail = 35;
/** Transparent data of locks: some of it opens them (decision 112). */
const lockType = 0xf6;

/** Item of reports by which a lock tells the code that was typed. */
const lockCodeItem = 0x67;
const lockCodeBytes = 8;
/** Id and length before the data of an item. */
const itemHead = 2;

/** Messages that are secret in whole or from some byte on: codes that let a terminal in or open a lock. */
const codeIds: ReadonlySet<number> = new Set([
  msgId.auth,
  msgId.registerReply,
  msgId.terminalControl,
  msgId.transparent,
  msgId.transparentDown,
]);
/** Messages with fields that are secret: passwords of settings and servers, numbers of drivers' licences. */
const fieldIds: ReadonlySet<number> = new Set([
  msgId.parameters,
  msgId.setParameters,
  msgId.driverCard,
  msgId.recorderReply,
  msgId.writeRecorder,
  msgId.uploadRecordings,
]);
/** Reports, whose items may have the number of a licence or the code of a lock. */
export const reportIds: ReadonlySet<number> = new Set([
  msgId.location,
  msgId.locationReply,
  msgId.vehicleControlReply,
  msgId.locationBatch,
  msgId.smallBatch,
  msgId.lockLocation,
  msgId.lockWithoutFix,
]);
/** Messages that cannot be found by bytes in them. */
export const secretIds: ReadonlySet<number> = new Set([...codeIds, ...fieldIds]);
const secretNames: ReadonlySet<string | number | undefined> = new Set([
  'certificateNo',
  'idCard',
  'licenceNo',
  'password',
]);
const shortestHead = 12;

/** Where secrets stand in a body: from a byte, until before another one. */
function secretOf({ msgId: id, version, subpackage }: Header, body: Uint8Array): [from: number, until: number] | null {
  switch (id) {
    case msgId.auth: {
      const length = body[0] ?? 0;
      // of a body that is not as 2019 has it nobody knows where the code ends
      const isKnown = !subpackage && version === '2019' && body.length === 1 + length + authTail;
      return isKnown ? [1, 1 + length] : [0, body.length];
    }
    case msgId.registerReply:
      return [subpackage ? 0 : registerHead, body.length];
    case msgId.terminalControl:
      // passwords and codes stand somewhere among the arguments
      return subpackage ? [0, body.length] : body.length > 1 ? [1, body.length] : null;
    case msgId.transparent:
    case msgId.transparentDown:
      return subpackage ? [0, body.length] : body[0] === lockType ? [1, body.length] : null;
    default:
      return null;
  }
}

/** Whether a field is one that a company is not shown. */
function isSecretField(
  readers: ItemReaders,
  fields: readonly TracedField[],
  field: TracedField,
  data: Uint8Array,
): boolean {
  const { path } = field;
  const name = path.at(-1);
  if (secretNames.has(name)) return true;
  const row = path.slice(0, -1).join('.');
  const idOf = (): number =>
    fields.find((other) => other.path.at(-1) === 'id' && other.path.slice(0, -1).join('.') === row)?.number ?? -1;
  if (name === 'value' && path.at(-3) === 'parameters')
    return findParameter(idOf())?.name.endsWith('Password') === true;
  if (name !== 'data' || path.at(-3) !== 'items') return false;
  const items = [{ id: idOf(), data }];
  // a lock's code; the blind-spot alarm of the same number is longer
  if (items[0]?.id === lockCodeItem && data.length === lockCodeBytes) return true;
  // whichever profile the terminal has, or gets
  return readers.names.some((profile) => readers.mapItems(profile, items).channels.driverLicence !== undefined);
}

/** A frame whose secret fields are stars; one that cannot be read field by field is stars as a whole, unless it is a report without items. */
function blankFields(
  payload: Uint8Array,
  { msgId: id, subpackage, bodyOffset }: Header,
  readers: ItemReaders,
): Uint8Array {
  const { fields, faults } = inspectPayload(Uint8Array.of(...payload, 0));
  const unread = faults.some(({ fault }) => fault === 'damaged');
  if (subpackage || (unread && !reportIds.has(id))) return Uint8Array.from(payload).fill(star, bodyOffset);
  return starFields(payload, fields, bodyOffset, readers);
}

/** Bytes whose secret fields, from an offset on, are stars. */
function starFields(bytes: Uint8Array, fields: readonly TracedField[], from: number, readers: ItemReaders): Uint8Array {
  let blanked = bytes;
  for (const field of fields) {
    const { offset, length } = field;
    if (offset < from || !isSecretField(readers, fields, field, bytes.subarray(offset, offset + length))) continue;
    if (blanked === bytes) blanked = Uint8Array.from(bytes);
    blanked.fill(star, offset, offset + length);
  }
  return blanked === bytes ? bytes : sealAnew(blanked, fields);
}

/** A block of the driving recorder ends with a sum (GB/T 19056): that of the stars, as it would not be read with another one. */
function sealAnew(bytes: Uint8Array, fields: readonly TracedField[]): Uint8Array {
  const offsetOf = (name: string): number | undefined => fields.find(({ path }) => path.at(-1) === name)?.offset;
  const [mark, xor] = [offsetOf('mark'), offsetOf('xor')];
  if (mark !== undefined && xor !== undefined) bytes[xor] = bytes.subarray(mark, xor).reduce((sum, b) => sum ^ b, 0);
  return bytes;
}

/** The body of a driving recorder's answer (0x0700) as it may be shown to a company: the numbers of drivers' licences are stars, as in its frames. */
export function blankRecorderReply(body: Uint8Array): Uint8Array {
  const { fields, faults } = inspectBareBody(msgId.recorderReply, '2013', body);
  if (faults.some(({ fault }) => fault === 'damaged')) return Uint8Array.from(body).fill(star);
  return starFields(body, fields, 0, withoutItems);
}
const withoutItems = new ItemReaders([]);

/**
 * A frame, of which header and body are kept, as it may be shown to a company: codes that let a terminal in or open a lock, passwords, and numbers of
 * drivers' licences are stars. `readers` say which items have these.
 */
export function blankSecrets(payload: Uint8Array, readers: ItemReaders): Uint8Array {
  const id = u16At(payload, 0);
  const byFields = fieldIds.has(id) || reportIds.has(id);
  if (!codeIds.has(id) && !byFields) return payload;
  const header = parseHeader(payload);
  // where the body begins is not sure in a frame of another length than it declares
  if (typeof header === 'string') return Uint8Array.from(payload).fill(star, shortestHead);
  if (byFields) return header.encryption === 0 ? blankFields(payload, header, readers) : payload;
  const secret = secretOf(header, payload.subarray(header.bodyOffset));
  return secret
    ? Uint8Array.from(payload).fill(star, header.bodyOffset + secret[0], header.bodyOffset + secret[1])
    : payload;
}

/** A frame without the arguments of terminal control (0x8105), where passwords of other servers stand: nobody is shown them. */
export const blankControl = (payload: Uint8Array): Uint8Array =>
  u16At(payload, 0) === msgId.terminalControl ? blankSecrets(payload, withoutItems) : payload;

/** Items as they came, one behind the other (id, length, data), without the codes that were typed at locks. */
export function blankItems(items: Uint8Array): Uint8Array {
  const blanked = Uint8Array.from(items);
  for (let at = 0; at + 1 < items.length; ) {
    const length = items[at + 1] ?? 0;
    const data = at + itemHead;
    const isCut = data + length > items.length;
    if (items[at] === lockCodeItem && (length === lockCodeBytes || isCut)) blanked.fill(star, data, data + length);
    at = data + length;
  }
  return blanked;
}
