import { hourMs } from '@tongda/contract/core/durations';
import { overTemperatureReport } from '@tongda/contract/reports/cold-chain/over-temperature';
import type { ReportRow } from '@tongda/contract/reports/kit/report';
import { sql } from 'kysely';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { curvesOf } from '../kit/reading-curves';
import { loadReadings } from '../kit/readings';
import type { SheetBody } from '../paper/register';
import { degreesText, figureText, spanText, wordOf } from '../paper/words';

type Row = ReportRow<typeof overTemperatureReport>;

/** The curve shows so long before and after. */
const aroundMs = 2 * hourMs;
const { columns } = overTemperatureReport;

/** What stands on the 偏差报告 of an over-temperature: the measured facts, its curve, how it was handled, and boxes for cause and measures. */
export async function deviationSheetOf(ctx: Ctx, row: Row): Promise<SheetBody> {
  const { fromMs, untilMs } = row;
  const wish = {
    vehicleIds: [row.vehicleId],
    from: fromMs - aroundMs,
    until: Math.min(Date.now(), untilMs + aroundMs),
  };
  const answer = curvesOf(await loadReadings(ctx, wish), wish);
  return {
    number: `PC${row.episodeId ?? ''}`,
    groups: [
      { title: '偏差', facts: measuredFacts(row) },
      { title: '经过', facts: courseFacts(row) },
    ],
    curve: { title: '前后两小时的曲线', answer, timeZone: ctx.timeZone },
    steps: { title: '处理经过', lines: await loadSteps(ctx, row) },
    blanks: ['根本原因', '纠正措施', '预防措施', '货物处置结论'],
    signatures: ['责任人', '质量管理', '批准'],
  };
}

const limitsOf = ({ lower, upper }: Row): string =>
  [lower === null ? '' : `下限 ${degreesText(lower)}`, upper === null ? '' : `上限 ${degreesText(upper)}`]
    .filter(Boolean)
    .join('，');

const measuredFacts = (row: Row): Array<[string, string]> => [
  ['车牌号', row.plateNo],
  ['探头', [row.probe, row.zone].filter(Boolean).join(' · ')],
  ['开始时间', row.startTime ?? '--'],
  ['结束时间', row.endTime ?? '进行中'],
  ['上下限', limitsOf(row) || '--'],
  ['方向', wordOf(columns.direction, row.direction)],
  ['极值', degreesText(row.extreme)],
  ['最大偏差', degreesText(row.deviation)],
  ['最高 / 最低', `${degreesText(row.maxC)} / ${degreesText(row.minC)}`],
  ['平均', degreesText(row.avgC)],
  ['持续时长', spanText(row.untilMs - row.fromMs)],
  ['超温度时', row.degMin === null ? '--' : `${figureText(row.degMin)} ℃·分`],
  ['级别', wordOf(columns.level, row.level)],
  ['状态', wordOf(columns.status, row.status)],
];

const courseFacts = (row: Row): Array<[string, string]> => [
  ['疑似原因', wordOf(columns.cause, row.cause)],
  ['期间开门', row.doorMin === null ? '--' : `${figureText(row.doorMin)} 分`],
  ['冷机', wordOf(columns.chiller, row.chiller) || '--'],
  ['数据', wordOf(columns.data, row.data)],
  ['关联运单', row.waybill || '--'],
  ['司机', row.driver || '--'],
  ['开始位置', row.address || '--'],
  ['结束位置', row.endAddress || '--'],
];

/** How the alarm was handled, in order. */
async function loadSteps(ctx: Ctx, { episodeId }: Row): Promise<Array<[string, string, string]>> {
  const { rows } = await ctx.db((trx) =>
    sql<{ at: Date; who: string; status: number; remark: string }>`select at, user_name as who, status, remark
      from alarm_handle where episode_id = ${episodeId} order by at, id`.execute(trx),
  );
  return rows.map(({ at, who, status, remark }) => [
    wireTime(new Date(at).getTime(), ctx.timeZone),
    who,
    [wordOf(columns.handleStatus, status), remark].filter(Boolean).join('：'),
  ]);
}
