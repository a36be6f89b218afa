import type { FrameShown } from '@tongda/contract/resources/frame/calls';
import { toHex } from '@tongda/protocol/bytes';
import type { Inspected } from '@tongda/protocol/inspect/frame';
import { faultWords } from './faults';
import { fieldWords } from './fields';
import type { ItemTable } from './items';
import { idWords, messageWords } from './messages';

/** A frame field by field in words. `profile` says what the additional items of reports mean. */
export function shownOf(piece: Inspected, table: ItemTable, profile: string): FrameShown {
  const { kind, bytes, header, msgId, version, faults } = piece;
  const { name, clause } = msgId === null ? { name: '', clause: '' } : messageWords(msgId, version);
  return {
    kind,
    hex: toHex(bytes),
    msgId: msgId === null ? '' : idWords(msgId),
    name,
    clause,
    edition: msgId === null ? '' : version === '2019' ? '2019' : '2011/2013',
    phone: header?.phoneKey ?? '',
    faults: faults.map((fault) => ({ offset: fault.offset, length: fault.length, text: faultWords(piece, fault) })),
    fields: fieldWords(piece, table, profile),
  };
}
