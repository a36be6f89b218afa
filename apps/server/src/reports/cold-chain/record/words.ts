import { precoolWords, type TripReport, verdicts } from '@tongda/contract/reports/customized/trip-report';
import { figureText, spanText } from '../../paper/words';
import type { PrintedRecord } from './printed';

/** `B288 B97F 90CB …` */
export const rootGroups = (hex: string): string => hex.toUpperCase().replace(/(.{4})(?=.)/gu, '$1 ');
/** `B288 B97F … 72DF` */
export const shortRoot = (hex: string): string => `${rootGroups(hex.slice(0, 8))} … ${hex.slice(-4).toUpperCase()}`;

/** Minutes of the record in which nothing came. */
export const missingMs = ({ curve }: Pick<PrintedRecord, 'curve'>): number =>
  curve.gaps.reduce((sum, { from, until }) => sum + until - from, 0);

/** The sentence under the head: whether all was within bounds, and what was not. */
export function verdictOf(record: PrintedRecord): { word: string; text: string } {
  const { deviations, from, until, late, facts } = record;
  const over = deviations.reduce((sum, one) => sum + one.until - one.from, 0);
  const bounded = facts.probes.some(({ limits }) => limits !== '');
  const missing = missingMs(record);
  const parts = [
    `期间 ${spanText(until - from)}`,
    ...(bounded
      ? [deviations.length === 0 ? '未超出上下限' : `超出上下限 ${deviations.length} 次，各探头合计 ${spanText(over)}`]
      : []),
    ...(missing > 0 ? [`缺失 ${spanText(missing)}`] : []),
    ...(late > 0 ? [`补传 ${late} 条`] : []),
  ];
  const word = !bounded ? '未设上下限' : deviations.length > 0 ? '有偏差' : missing > 0 ? '无偏差，有缺失' : '合格';
  return { word, text: `${parts.join('；')}。` };
}

/** What the paper is called. */
export const titleOf = ({ trip }: Pick<PrintedRecord, 'trip'>): string =>
  trip ? '单程温度报告' : '冷链运输温湿度记录';

/** The conclusion of a trip with the numbers behind it. */
export function tripVerdictOf({ verdict, reckoned, figures, allowedMin, precool, reviewer }: TripReport) {
  const { max, min, overCount, overMin, completeRate } = figures;
  const parts = [
    `在途和卸货 ${figureText(min)} ~ ${figureText(max)} ℃`,
    `超温 ${overCount} 次，最长探头累计 ${overMin ?? '--'} 分（允许 ${allowedMin} 分）`,
    `完整率 ${figureText(completeRate)}%`,
    ...(precool === '' ? [] : [`预冷${precoolWords[precool]}`]),
    ...(reviewer === '' ? [] : [`${reviewer}复核，计算为${verdicts[reckoned]}`]),
  ];
  return { word: verdicts[verdict], text: `${parts.join('；')}。` };
}
