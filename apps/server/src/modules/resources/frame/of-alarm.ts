import type { Output } from '@tongda/contract/core/endpoint';
import type { alarmFrame } from '@tongda/contract/resources/frame/of-alarm';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blankSecrets } from '../../../frames/blank';
import { readRecorded } from '../../../frames/read';
import { isAlarmReadable } from '../../watch/alarm/door';
import { loadItemTable } from '../item-profile/door';

interface Row {
  start: number;
  payload: Buffer | null;
  reportTime: number;
  receivedAt: number;
  point: number | null;
  terminalNo: string;
  profile: string;
  keepMonths: number;
}

/** The frame with which an alarm of the company's own vehicles began, field by field and without codes. 4004 when the caller may not read the alarm. */
export function readAlarmFrame(ctx: Ctx, id: string): Promise<Output<typeof alarmFrame>> {
  const ms = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
  return ctx.db(async (trx) => {
    const { rows } =
      await sql<Row>`select ${ms('e.start_time')} as start, f.payload, ${ms('f.report_time')} as "reportTime",
        ${ms('f.received_at')} as "receivedAt", f.point, coalesce(d.terminal_no, '') as "terminalNo", coalesce(d.item_profile, '') as profile,
        c.position_keep_months as "keepMonths"
      from episode e join vehicle v on v.id = e.vehicle_id join client c on c.id = e.client_id
        left join alarm_frame f on f.episode_id = e.id left join device d on d.id = f.device_id
      where e.id = ${id} and e.alarm and e.client_id = ${ctx.clientId} and ${isAlarmReadable(ctx)}`.execute(trx);
    const row = requireRow(rows[0], '报警');
    const { payload, keepMonths } = row;
    if (!payload) return { kept: null, keepMonths };
    const table = await loadItemTable(trx);
    const kept = {
      frame: readRecorded(blankSecrets(payload, table.readers), table, row.profile, false),
      terminalNo: row.terminalNo,
      reportTime: wireTime(row.reportTime, ctx.timeZone),
      receiveTime: wireTime(row.receivedAt, ctx.timeZone),
      afterMs: row.reportTime - row.start,
      point: row.point,
    };
    return { kept, keepMonths };
  });
}
