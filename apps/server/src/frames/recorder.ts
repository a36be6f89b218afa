import { fromHex } from '@tongda/protocol/bytes';
import { inspectBareBody } from '@tongda/protocol/inspect/bytes';
import { ItemReaders } from '@tongda/protocol/items/registry';
import { msgId } from '@tongda/protocol/jt808/codec';
import { blankRecorderReply } from './blank';
import { fieldWords } from './fields';

/** Fields of a driving recorder's data that a line has room for. */
const shownFields = 12;
const noItems = { readers: new ItemReaders([]), names: new Map<string, string>() };

/** What a driving recorder's answer (the body of 0x0700 in hex) says to a company, field by field in one line; '' when it has no data. */
export function recorderAnswerWords(hex: string): string {
  const piece = inspectBareBody(msgId.recorderReply, '2013', blankRecorderReply(fromHex(hex)));
  const said = fieldWords(piece, noItems, '').filter(({ clause, value }) => clause === 'GB/T 19056' && value !== '');
  const words = said.slice(0, shownFields).map(({ name, value }) => `${name} ${value}`);
  return `${words.join('，')}${said.length > shownFields ? '…' : ''}`;
}
