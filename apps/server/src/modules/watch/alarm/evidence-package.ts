import type { Writable } from 'node:stream';
import type { BlobStore } from '../../../core/blob/store';
import { requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { ZipWriter } from '../../../core/workbook/zip';
import { listFiles } from './files';
import { listAlarms } from './repo';
import { alarmRows } from './rows';

/** An alarm as its package shows it: name of the archive, a text of facts, the stored files. */
export interface EvidencePackage {
  name: string;
  facts: string;
  files: Array<{ name: string; key: string }>;
}

/** What the package of an alarm holds. 4004 when the caller may not read the alarm, or when there are no files. */
export async function loadEvidencePackage(ctx: Ctx, id: string): Promise<EvidencePackage> {
  const { stored, files } = await ctx.db(async (trx) => {
    const [row] = await listAlarms(trx, ctx, { ids: [id], limit: 1, offset: 0 });
    const alarm = requireRow(row, '报警');
    return { stored: alarm, files: await listFiles(trx, alarm, Date.now()) };
  });
  const here = files.flatMap(({ name, key }, i) =>
    key === null ? [] : [{ name: `${i + 1}-${fileNameOf(name)}`, key }],
  );
  if (here.length === 0) throw notFound('附件');
  const alarm = requireRow((await alarmRows(ctx, [stored]))[0], '报警');
  const facts = [
    `报警编号：${alarm.alarmNo}`,
    `车牌号：${alarm.plateNo}`,
    `司机：${alarm.driverName || '--'}`,
    `报警类型：${alarm.title}`,
    `开始时间：${alarm.startTime}`,
    `结束时间：${alarm.endTime ?? '进行中'}`,
    `报警值：${alarm.value || '--'}`,
    `位置：${alarm.address || '--'}`,
    `处理人：${alarm.handledBy || '--'}`,
    `处理意见：${alarm.handleRemark || '--'}`,
    `附件：${here.map(({ name }) => name).join('、')}`,
  ];
  return { name: `证据包-${alarm.plateNo}-${alarm.alarmNo}`, facts: `\uFEFF${facts.join('\r\n')}\r\n`, files: here };
}

/** A terminal's file name without anything that a folder on a computer does not take. */
const fileNameOf = (name: string): string => name.replace(/[^\w.-]/gu, '_').slice(-100);

export async function packEvidence(blobs: BlobStore, { facts, files }: EvidencePackage, out: Writable): Promise<void> {
  const zip = new ZipWriter(out);
  await zip.add('报警信息.txt', [facts]);
  for (const { name, key } of files) {
    const blob = await blobs.get(key);
    if (blob) await zip.add(name, blob.stream);
  }
  await zip.finish();
}
