import { minuteMs } from '@tongda/contract/core/durations';
import { wireTime } from '../../../core/http/answer/wire-time';
import { figureText, spanText } from '../../paper/words';
import type { ConformityLine, Deviation, PrintedRecord } from './printed';

/** What drug GSP asks of a record in transport (report.md K16). */
const asked = { probes: 2, recordMs: 5 * minuteMs, outsideMs: 2 * minuteMs } as const;
/** Terminals keep their interval to some seconds. */
const slackMs = 30_000;

/** What is judged of the readings: `t` and the range in epoch ms, `key` as `tem1`. */
interface Judged {
  range: { from: number; until: number };
  points: ReadonlyArray<{ t: number }>;
  probes: ReadonlyArray<{ key: string }>;
}

const temperature = ({ key }: { key: string }): boolean => key.startsWith('tem');

/** The longest time between two of the moments, and how many are longer than `most`. */
function stepsOf(moments: readonly number[], most: number): { longest: number; over: number } {
  let longest = 0;
  let over = 0;
  for (const [i, t] of moments.entries()) {
    const step = t - (moments[i - 1] ?? t);
    longest = Math.max(longest, step);
    if (step > most + slackMs) over++;
  }
  return { longest, over };
}

/** Moments of the samples that make a deviation, and of the one that ended it. */
const momentsWithin = ({ points }: Judged, { from, until }: Deviation): number[] =>
  points.map(({ t }) => t).filter((t) => t >= from && t <= until);

/** GSP符合性: each rule for medicine, what was found, and whether that holds. Only temperatures are judged; nothing that is missing counts as good. */
export function conformityOf(
  readings: Judged,
  {
    facts,
    deviations,
  }: { facts: Pick<PrintedRecord['facts'], 'timeZone' | 'probes'> } & Pick<PrintedRecord, 'deviations'>,
): ConformityLine[] {
  const { points, probes, range } = readings;
  const warm = deviations.filter(({ probe }) => probes[probe] && temperature(probes[probe]));
  const measuring = facts.probes.filter(temperature);
  const record = stepsOf([range.from, ...points.map(({ t }) => t), range.until], asked.recordMs);
  const outside = warm.map((one) => stepsOf(momentsWithin(readings, one), asked.outsideMs));
  const seldom = outside.reduce((sum, { over }) => sum + over, 0);
  const lastDay = wireTime(range.until, facts.timeZone).slice(0, 10);
  const unproved = measuring.filter(({ certificateEnd }) => certificateEnd === '' || certificateEnd < lastDay);
  const bounds = [...new Set(measuring.map(({ limits }) => limits))].filter((limits) => limits !== '');
  const extreme = warm.toSorted((a, b) => b.excess - a.excess)[0];
  return [
    {
      rule: `温度在 ${bounds.join('、') || '--'} ℃ 以内`,
      found: extreme ? `超限 ${warm.length} 次，极值 ${figureText(extreme.extreme)} ℃` : '未超限',
      holds: bounds.length > 0 && warm.length === 0,
    },
    {
      rule: `测点不少于 ${asked.probes} 个`,
      found: `${measuring.length} 个`,
      holds: measuring.length >= asked.probes,
    },
    {
      rule: `运输中记录间隔不超过 ${asked.recordMs / minuteMs} 分`,
      found:
        record.over === 0
          ? `最长 ${spanText(record.longest)}`
          : `${record.over} 段超过，最长 ${spanText(record.longest)}`,
      holds: points.length > 0 && record.over === 0,
    },
    {
      rule: `超限时记录间隔不超过 ${asked.outsideMs / minuteMs} 分`,
      found: warm.length === 0 ? '没有超限' : seldom === 0 ? '符合间隔' : `${seldom} 段超过`,
      holds: seldom === 0,
    },
    {
      rule: '探头校准证书在有效期内',
      found:
        unproved.length === 0
          ? `${measuring.length} 个有效`
          : `${unproved.map(({ probe }) => probe).join('、')} 无有效证书`,
      holds: measuring.length > 0 && unproved.length === 0,
    },
  ];
}
