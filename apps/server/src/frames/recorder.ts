import { fromHex } from '@tongda/protocol/bytes';
import { inspectBareBody } from '@tongda/protocol/inspect/bytes';
import type { Inspected } from '@tongda/protocol/inspect/frame';
import { ItemReaders } from '@tongda/protocol/items/registry';
import { msgId } from '@tongda/protocol/jt808/codec';
import { blankRecorderReply } from './blank';
import { fieldWords } from './fields';

/** Fields of a driving recorder's data that a line has room for. */
const shownFields = 12;
const noItems = { readers: new ItemReaders([]), names: new Map<string, string>() };

const inspect = (body: Uint8Array): Inspected => inspectBareBody(msgId.recorderReply, '2013', body);

/** Whether it is asked who drives, and nobody has logged in: the number of the licence is empty. */
const isNobody = ({ bytes, fields }: Inspected): boolean =>
  fields.some(
    ({ path, offset, length }) =>
      path.at(-1) === 'licenceNo' &&
      !path.includes('rows') &&
      bytes.subarray(offset, offset + length).every((byte) => byte === 0 || byte === 0x20),
  );

/** What a driving recorder's answer (the body of 0x0700 in hex) says to a company, field by field in one line; '' when it has no data. */
export function recorderAnswerWords(hex: string): string {
  const body = fromHex(hex);
  if (isNobody(inspect(body))) return '没有司机登录';
  const piece = inspect(blankRecorderReply(body));
  const said = fieldWords(piece, noItems, '').filter(({ clause, value }) => clause === 'GB/T 19056' && value !== '');
  const words = said.slice(0, shownFields).map(({ name, value }) => `${name} ${value}`);
  return `${words.join('，')}${said.length > shownFields ? '…' : ''}`;
}
