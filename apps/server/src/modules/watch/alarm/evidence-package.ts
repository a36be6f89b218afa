import type { Writable } from 'node:stream';
import { figureText } from '@tongda/contract/core/figure';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import type { BlobStore } from '../../../core/blob/store';
import { requireRow } from '../../../core/db/rows';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import type { Secrets } from '../../../core/run/secrets';
import { ZipWriter } from '../../../core/workbook/zip';
import { loadEvidence } from './evidence';
import { listFiles } from './files';
import { listAlarms } from './repo';
import { alarmRows } from './rows';
import { loadTrace } from './trace';

/** An alarm as its package shows it: name of the archive, a text of facts and of what became of it, the reports around it, the stored files. */
export interface EvidencePackage {
  name: string;
  facts: string;
  /** the reports around the alarm, CSV */
  reports: string;
  /** `wall`: when it was taken, on the company's clock */
  files: Array<{ name: string; key: string; wall: string }>;
  /** when the package is made, on the company's clock */
  wall: string;
}

/** What the package of an alarm holds. 4004 when the caller may not read the alarm. */
export async function loadEvidencePackage(ctx: Ctx, secrets: Secrets, id: string): Promise<EvidencePackage> {
  const now = Date.now();
  const { stored, files, points, series, trace } = await ctx.db(async (trx) => {
    const [row] = await listAlarms(trx, ctx, { ids: [id], limit: 1, offset: 0 });
    const alarm = requireRow(row, '报警');
    return {
      stored: alarm,
      files: await listFiles(trx, alarm),
      trace: await loadTrace(trx, ctx, secrets, alarm),
      ...(await loadEvidence(trx, ctx, alarm, now)),
    };
  });
  const here = files.flatMap(({ name, key, at }, i) =>
    key === null ? [] : [{ name: `${i + 1}-${fileNameOf(name)}`, key, wall: wireTime(at, ctx.timeZone) }],
  );
  const alarm = requireRow((await alarmRows(ctx, [stored]))[0], '报警');
  const facts = [
    `报警编号：${alarm.alarmNo}`,
    `车牌号：${alarm.plateNo}`,
    `司机：${alarm.driverName || '--'}`,
    `报警类型：${alarm.title}`,
    `开始时间：${alarm.startTime}`,
    `结束时间：${alarm.endTime ?? '进行中'}`,
    `报警值：${alarm.value || '--'}`,
    `限值：${alarm.limit || '--'}`,
    `速度：${alarm.speedKmh === null ? '--' : `${figureText(alarm.speedKmh)} km/h`}`,
    `位置：${alarm.address || '--'}`,
    `处理状态：${alarmHandleStatus.label(alarm.handleStatus)}`,
    `处理人：${alarm.handledBy || '--'}`,
    `处理意见：${alarm.handleRemark || '--'}`,
    `附件：${here.map(({ name }) => name).join('、') || '无'}`,
    '',
    '处理与通知经过：',
    ...trace.map(({ time, who, text, remark }) => [time, who, text, remark].filter(Boolean).join('  ')),
  ];
  const value = series === null || series.unit === 'km/h' ? null : `${series.name}(${series.unit})`;
  const reports = [
    ['时间', '经度', '纬度', '速度(km/h)', ...(value === null ? [] : [value])],
    ...points.map(([t, lng, lat, kmh, reading]) => [
      wireTime(t, ctx.timeZone),
      lng?.toFixed(6) ?? '',
      lat?.toFixed(6) ?? '',
      kmh ?? '',
      ...(value === null ? [] : [reading ?? '']),
    ]),
  ];
  return {
    name: `证据包-${alarm.plateNo}-${alarm.alarmNo}`,
    facts: asText(facts),
    reports: asText(reports.map((cells) => cells.join(','))),
    files: here,
    wall: wireTime(now, ctx.timeZone),
  };
}

/** Lines as Windows programs read them: with a mark that says UTF-8. */
const asText = (lines: readonly string[]): string => `\uFEFF${lines.join('\r\n')}\r\n`;

/** A terminal's file name without anything that a folder on a computer does not take. */
const fileNameOf = (name: string): string => name.replace(/[^\w.-]/gu, '_').slice(-100);

export async function packEvidence(
  blobs: BlobStore,
  { facts, reports, files, wall }: EvidencePackage,
  out: Writable,
): Promise<void> {
  const zip = new ZipWriter(out);
  await zip.add('报警信息.txt', [facts], wall);
  await zip.add('上报数据.csv', [reports], wall);
  for (const { name, key, wall: taken } of files) {
    const blob = await blobs.get(key);
    if (blob) await zip.add(name, blob.stream, taken);
  }
  await zip.finish();
}
