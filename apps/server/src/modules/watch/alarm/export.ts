import { minuteMs } from '@tongda/contract/core/durations';
import { type AlarmRow, alarmExport, alarmFilters } from '@tongda/contract/watch/alarm/calls';
import { alarmColumns } from '@tongda/contract/watch/alarm/columns';
import { alarmHandleWay } from '@tongda/contract/watch/alarm/enums';
import { minuteWords, sourceWords } from '@tongda/contract/watch/alarm/words';
import { sql } from 'kysely';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import type { Ctx } from '../../../core/http/ctx';
import { visibleVehicleRows } from '../../base/org/door';
import { countAlarms, listAlarms } from './repo';
import { alarmRows } from './rows';

/** `2/3`: of three announced files two are here. */
const filesText = ({ fileCount, filesAnnounced }: AlarmRow): string =>
  fileCount + filesAnnounced === 0
    ? ''
    : filesAnnounced > fileCount
      ? `${fileCount}/${filesAnnounced}`
      : String(fileCount);
const lastedText = (ms: number | null): string => (ms === null ? '' : minuteWords(ms / minuteMs));

/** Plate of a vehicle for the head of the file; the id where the caller may not see the vehicle. */
async function findVisiblePlate(ctx: Ctx, vehicleId: string): Promise<string> {
  const { rows } = await ctx.db((trx) =>
    sql<{
      plate: string;
    }>`select v.plate_no as plate from vehicle v where v.id = ${vehicleId} and ${visibleVehicleRows(ctx, 'v')}`.execute(
      trx,
    ),
  );
  return rows[0]?.plate ?? vehicleId;
}

/** The register of alarms as a file, with the rows and texts of the list. */
export const alarmFile = registerExport<typeof alarmExport, AlarmRow>({
  endpoint: alarmExport,
  module: '报警记录',
  name: '报警记录',
  columns: alarmColumns,
  condition: async (ctx, f) =>
    describeFilters(
      ctx,
      { ...f, vehicleId: f.vehicleId && (await findVisiblePlate(ctx, f.vehicleId)) },
      '条',
      alarmFilters.table,
    ),
  count: (ctx, f) => ctx.db((trx) => countAlarms(trx, ctx, f)),
  rows: (ctx, f) =>
    readInChunks(async (limit, offset) =>
      alarmRows(ctx, await ctx.db((trx) => listAlarms(trx, ctx, { ...f, limit, offset }))),
    ),
  cells: {
    durationMs: (row) => (row.status === 0 ? '进行中' : lastedText(row.durationMs)),
    reactionMs: (row) => lastedText(row.reactionMs),
    ways: (row) => row.ways.map((way) => alarmHandleWay.label(way)).join('、'),
    source: (row) => sourceWords[row.source],
    fileCount: filesText,
    latePercent: (row) => (row.latePercent > 0 ? `${row.latePercent}%` : ''),
  },
});
