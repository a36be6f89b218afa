import type { Output } from '@tongda/contract/core/endpoint';
import { type instructNumbers, maxBatchTerminals } from '@tongda/contract/watch/command/staff';
import { invalidField } from '../../../core/http/errors';
import type { Upload } from '../../../core/http/upload';
import type { SheetColumn } from '../../../core/import/sheet';
import { readSheet } from '../../../core/import/sheet-tasks';

const column: SheetColumn<'terminalNo'> = {
  field: 'terminalNo',
  label: '终端编号',
  aliases: ['终端号', '设备编号', '终端手机号'],
  required: true,
  note: '车载设备的终端编号，或便携设备的编号',
  example: '013800138000',
};
const longest = 30;

/** The numbers in a workbook's column of terminals, each once. Throws 4000 that names the row of a number that is too long. */
export async function readNumbers({ bytes }: Upload): Promise<Output<typeof instructNumbers>> {
  const { rows } = await readSheet(bytes, [column], maxBatchTerminals);
  const found = rows.flatMap(({ row, cells }) => {
    const terminalNo = cells.terminalNo ?? '';
    if (terminalNo.length > longest) throw invalidField('file', `第${row}行：终端编号最多${longest}个字符`);
    return terminalNo === '' ? [] : [terminalNo];
  });
  if (found.length === 0) throw invalidField('file', '文件中没有终端编号');
  const terminalNos = [...new Set(found)];
  return { terminalNos, repeated: found.length - terminalNos.length };
}
