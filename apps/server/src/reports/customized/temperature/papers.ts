import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tripReportPrint, tripReportPrintMany } from '@tongda/contract/reports/customized/trip-report';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport, type FileWriting, registerExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { runHeavy } from '../../../core/run/heavy';
import { ZipWriter } from '../../../core/workbook/zip';
import { printedOf } from '../../cold-chain/record/make';
import { writeRecordTask } from '../../cold-chain/record/task';
import { curvesOf } from '../../kit/reading-curves';
import type { TripAsked } from './facts';
import { issueTripReport, tableMin } from './issue';
import { findTrip } from './trip';

/** Writes the report of one trip as PDF, in a thread. */
async function writeTripReport(ctx: Ctx, asked: TripAsked, { path, db, publicUrl }: Omit<FileWriting, 'progress'>) {
  const { report, whole, judged, wish, record } = await issueTripReport(ctx, asked, db);
  const of = { ...wish, endTime: '', temTimeInterval: String(tableMin) };
  const printed = await printedOf(ctx, whole, record, { asked: of, db, publicUrl, counted: judged });
  const { phases = [] } = report.curve;
  const curve = { ...curvesOf([whole], of), phases };
  for await (const written of runHeavy(writeRecordTask, { path, record: { ...printed, curve, trip: report } }))
    return { ...written, version: record.version };
  throw new Error('the thread wrote nothing');
}

const noRows = async function* (): AsyncGenerator<object> {
  yield* [];
};
const paper = { module: '报表中心', columns: [], rows: noRows } as const;

const one = registerExport<typeof tripReportPrint, object>({
  ...paper,
  endpoint: tripReportPrint,
  name: '单程温度报告',
  condition: async (ctx, { id }) => `单号：${(await findTrip(ctx, id)).code}`,
  count: () => Promise.resolve(1),
  files: { pdf: writeTripReport },
});

/** A name that every system takes as that of a file. */
const fileName = (text: string): string => text.replace(/[\\/:*?"<>|\s]+/gu, '_');

/** Writes the reports of some trips into one archive; for those that have none a text says why. Rejects when there is none at all. */
async function writeArchive(ctx: Ctx, asked: Many, to: FileWriting) {
  const out = createWriteStream(to.path, { flags: 'wx', mode: 0o600 });
  try {
    return await packReports(ctx, asked, to, new ZipWriter(out));
  } finally {
    // left open by an error, or because nobody waits for it any more
    out.destroy();
  }
}
type Many = { ids: readonly string[] } & Omit<TripAsked, 'id'>;

async function packReports(
  ctx: Ctx,
  { ids, ...judging }: Many,
  { path, progress, ...place }: FileWriting,
  zip: ZipWriter,
) {
  const failed: string[] = [];
  let made = 0;
  for (const id of new Set(ids)) {
    progress(made + failed.length, ids.length);
    const part = `${path}.pdf`;
    let name = id;
    try {
      const trip = await findTrip(ctx, id);
      name = trip.code;
      const { version } = await writeTripReport(ctx, { ...judging, id }, { path: part, ...place });
      await zip.add(`${fileName(name)}_第${version}版_${made + 1}.pdf`, createReadStream(part));
      made++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push(`${name}：${error.message}`);
    } finally {
      await rm(part, { force: true });
    }
  }
  // the mark tells Windows programs that it is UTF-8
  if (failed.length > 0) await zip.add('未生成的报告.txt', [`\uFEFF${failed.join('\r\n')}\r\n`]);
  await zip.finish();
  if (made === 0) throw blockedByRule(`没有可生成的报告。${failed.slice(0, 3).join('；')}`);
  return { rows: made, bytes: zip.bytes };
}

const many = registerExport<typeof tripReportPrintMany, object>({
  ...paper,
  endpoint: tripReportPrintMany,
  name: '单程温度报告',
  condition: (_ctx, { ids }) => Promise.resolve(`${ids.length}份`),
  count: (_ctx, { ids }) => Promise.resolve(ids.length),
  files: { zip: writeArchive },
});

/** Binds the papers of trips: one as PDF, several as an archive of the download centre. */
export function bindTripPapers(app: FastifyInstance, deps: ExportDeps): void {
  route(app, tripReportPrint, (ctx, asked) => enqueueExport(deps, ctx, one, asked));
  route(app, tripReportPrintMany, (ctx, asked) => enqueueExport(deps, ctx, many, asked));
}
