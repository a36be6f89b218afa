import { minuteMs } from '@tongda/contract/core/durations';
import { preCoolingReport } from '@tongda/contract/reports/cold-chain/pre-cooling';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { curvesOf } from '../kit/reading-curves';
import { loadReadings } from '../kit/readings';
import type { SheetBody } from '../paper/register';
import { degreesText, figureText, wordOf } from '../paper/words';
import type { CoolingRow } from './cooling-tasks';

/** The curve begins so long before the cooling, or before the planned loading of a box that was not cooled. */
const beforeMs = 30 * minuteMs;

const { status: statusColumn, verdict: verdictColumn, why: whyColumn } = preCoolingReport.columns;

const minutes = (value: number | null): string => (value === null ? '--' : `${Math.round(value)} 分`);

/** What stands on a 预冷凭证: what was asked for, how the box was cooled, whether it was cold in time, and the curve. */
export async function coolingSheetOf(ctx: Ctx, row: CoolingRow): Promise<SheetBody> {
  const time = (t: number | null): string => (t === null ? '--' : wireTime(t, ctx.timeZone));
  const from = (row.startTime ?? row.planLoadTime) - beforeMs;
  const until = Math.min(Date.now(), Math.max(row.planLoadTime, row.endTime ?? 0) + beforeMs);
  const curve =
    until > from
      ? {
          title: '曲线',
          answer: curvesOf(await loadReadings(ctx, { vehicleIds: [row.vehicleId], from, until }), { from, until }),
        }
      : null;
  return {
    number: row.code,
    groups: [
      {
        title: '任务',
        facts: [
          ['车牌号', row.plateNo],
          ['所属车队', row.fleetName || '--'],
          ['装货站点', row.siteName || '--'],
          ['计划装货时间', time(row.planLoadTime)],
          ['预冷要求', degreesText(row.targetC)],
          ['要求提前', minutes(row.minutes)],
          ['下发人', row.creator || '--'],
          ['备注', row.remark || '--'],
        ],
      },
      {
        title: '预冷',
        facts: [
          ['预冷开始', time(row.startTime)],
          ['起始温度', degreesText(row.startC)],
          ['达标时间', time(row.reachTime)],
          ['预冷结束', time(row.endTime)],
          ['预冷用时', minutes(row.usedMin)],
          ['降温速率', row.rate === null ? '--' : `${figureText(row.rate)} ℃/h`],
          ['环境温度', degreesText(row.ambientC)],
          ['开门次数', row.doorOpens === null ? '--' : `${row.doorOpens} 次`],
          ['各探头温度(℃)', row.endTemps || '--'],
        ],
      },
      {
        title: '结论',
        facts: [
          ['是否达标', wordOf(verdictColumn, row.verdict)],
          ['提前量', minutes(row.leadMin)],
          ['状态', wordOf(statusColumn, row.status)],
          ['停止原因', wordOf(whyColumn, row.why) || '--'],
        ],
      },
    ],
    ...(curve ? { curve: { ...curve, timeZone: ctx.timeZone } } : {}),
    signatures: ['司机', '装货方', '质量管理'],
  };
}
