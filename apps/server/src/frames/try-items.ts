import type { TriedItem } from '@tongda/contract/resources/item-profile/calls';
import { fromHex, toHex } from '@tongda/protocol/bytes';
import { ItemReaders } from '@tongda/protocol/items/registry';
import { decodeFrame } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import type { Item } from '@tongda/protocol/jt808/messages/position/0200';
import { invalidField } from '../core/http/errors';
import type { StoredProfile } from './item-rows';
import { itemName, readingWords } from './items';
import { locationsOf } from './locations';
import { messageWords } from './messages';

/** What is tried is called so while it is: no profile can have this name. */
const tried = '*';

/** What a profile makes of the items of a pasted report, among the others; 4000 for what is no report. */
export function tryItems(
  others: readonly StoredProfile[],
  { base, rows }: Omit<StoredProfile, 'name'>,
  hex: string,
): { what: string; items: TriedItem[] } {
  const { what, items } = itemsOf(fromHex(hex));
  const own: StoredProfile = { name: tried, base, rows };
  const readers = new ItemReaders([...others, own]);
  return { what, items: items.map((item) => triedItem(readers, own, item)) };
}

function triedItem(readers: ItemReaders, { name, base }: StoredProfile, item: Item): TriedItem {
  const words = readingWords(readers, name, item).join('，');
  return {
    item: item.id,
    length: item.data.length,
    hex: toHex(item.data),
    by: words === '' ? 'none' : readers.differs(name, base, item) ? 'own' : 'base',
    words: words || (itemName(item.id) ?? ''),
  };
}

/** The items of a pasted report: of its first location, or the bytes themselves when they are no frame. */
function itemsOf(bytes: Uint8Array): { what: string; items: readonly Item[] } {
  if (bytes[0] === 0x7e) {
    const [frame] = new FrameSplitter().push(bytes);
    const decoded = frame ? decodeFrame(frame.payload) : null;
    if (!decoded || typeof decoded === 'string') throw invalidField('hex', '这不是完整的一帧，或校验码错误');
    const locations = locationsOf(decoded.message);
    const { name } = messageWords(decoded.header.msgId);
    if (!locations[0]) throw invalidField('hex', `${name}里没有位置附加信息`);
    return { what: locations.length > 1 ? `${name}的第1个点` : name, items: locations[0].items };
  }
  const items: Item[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [id = 0, length = 0] = bytes.subarray(at, at + 2);
    const data = bytes.subarray(at + 2, at + 2 + length);
    if (at + 2 > bytes.length || data.length < length)
      throw invalidField('hex', `第${at}字节起的数据项${id.toString(16).toUpperCase().padStart(2, '0')}不完整`);
    items.push({ id, data });
    at += 2 + length;
  }
  return { what: '附加信息', items };
}
