import { fromHex } from '@tongda/protocol/bytes';
import { inspectBareBody } from '@tongda/protocol/inspect/bytes';
import { ItemReaders } from '@tongda/protocol/items/registry';
import { encodeBody, msgId } from '@tongda/protocol/jt808/codec';
import { findParameter } from '@tongda/protocol/jt808/messages/parameter/catalogue';
import { fieldWords } from './fields';
import { parameterLabel } from './layout-labels';

/** Fields of one setting that a line has room for. */
const shownFields = 6;
const noItems = { readers: new ItemReaders([]), names: new Map<string, string>() };

/**
 * A setting that a terminal told, in words: its name, and its value with its unit, field by field where it consists of several. Null when the setting is not
 * known. Passwords are stars, as in the frames of companies.
 */
export function settingSaid(id: number, hex: string): string | null {
  const label = parameterLabel(id)?.label;
  if (label === undefined) return null;
  const info = findParameter(id);
  if (info?.name.endsWith('Password')) return `${label} ******`;
  const body = encodeBody(msgId.parameters, { replySerial: 0, parameters: [{ id, value: fromHex(hex) }] }, '2013');
  const values = fieldWords(inspectBareBody(msgId.parameters, '2013', body), noItems, '').filter(
    ({ offset, value }) => offset >= VALUE_AT && value !== '',
  );
  if (typeof info?.layout !== 'object') return `${label} ${values[0]?.value ?? (hex || '空')}`;
  const words = values.slice(0, shownFields).map(({ name, value }) => `${name} ${value}`);
  if (words.length === 0) return `${label} ${hex}`;
  return `${label}（${words.join('、')}${values.length > shownFields ? '…' : ''}）`;
}

/** Serial number, number of settings, id and length stand before a value. */
const VALUE_AT = 8;
