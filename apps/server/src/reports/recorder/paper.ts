import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import type { FileWriting } from '../../core/export/definition';
import type { Ctx } from '../../core/http/ctx';
import { AppError, blockedByRule } from '../../core/http/errors';
import { runHeavy } from '../../core/run/heavy';
import { figureText } from '../paper/words';
import { type OverseasPaper, writeOverseasTask } from './paper-task';
import { type PaperWords, paperWords } from './paper-words';
import {
  degreesOf,
  loadVoyages,
  type OverseasQuery,
  voyageCurve,
  voyageFigures,
  voyageRows,
  zoneAtStart,
} from './voyages';
import { clockWithOffset } from './zones';

/** Rows of one paper: 56 pages of them. */
const mostRows = 5_000;

/** 打印PDF of one recorder in the language that was chosen. 4011 for several recorders, or more rows than anybody prints. */
export async function writeOverseasPaper(ctx: Ctx, q: OverseasQuery, { path }: FileWriting) {
  if (q.recorderIds.length !== 1) throw blockedByRule('一份温湿度记录只含一台便携设备，请只选一台');
  const all = await loadVoyages(ctx, q);
  const [voyage] = all;
  if (!voyage) throw new AppError(4004, '便携设备不存在或无权查看');
  const words = paperWords[q.lang];
  const { recorded, range, points, probes } = voyage;
  const found = voyageRows(voyage, q);
  if (found.length > mostRows) throw blockedByRule(`列表超过${mostRows}行，请缩小时间范围或加大间隔`);
  const timeZone = { beijing: 'Asia/Shanghai', utc: 'UTC', local: zoneAtStart(recorded) }[q.timeZone];
  const clock = (t: number): string => clockWithOffset(t, timeZone);
  const { recorder, name } = recorded;
  // keys of the probes of a recorder
  const titleOf = (key: string): string => words.probes[key as keyof PaperWords['probes']];
  const unitOf = (kind: string): string => (kind === 'tem' ? degreesOf(q) : '%RH');
  const figures = voyageFigures(voyage, q).map((row, i): string[] => {
    const { key = '', kind = '' } = probes[i] ?? {};
    const over = row.overMin === null ? '--' : String(row.overMin);
    const rates = [figureText(row.passRate), over, figureText(row.completeRate)];
    const values = [row.max, row.min, row.avg].map((value) => figureText(value));
    return [`${titleOf(key)} (${unitOf(kind)})`, row.limits || '--', ...values, figureText(row.mkt, 2), ...rates];
  });
  const paper: OverseasPaper = {
    ...{ lang: q.lang, company: ctx.clientName, name, figures, timeZone },
    facts: [
      [words.recorder, name],
      [words.period, `${clock(range.from)} ~ ${clock(range.until)}`],
      [words.model, recorder.model || '--'],
      [words.zone, timeZone],
      [words.certificate, [recorder.certNo, recorder.calibrationDate].filter(Boolean).join(' ') || '--'],
      [words.interval, q.temTimeInterval === '0' ? words.everyReading : `${q.temTimeInterval} ${words.minutes}`],
      [words.readings, String(points.length)],
      [words.made, clock(Date.now())],
    ],
    ...{ from: range.from, until: range.until },
    curve: namedCurve(voyageCurve(all, q), titleOf, probes),
    // above a column of figures there is room for a sign
    probes: probes.map(({ key, kind }) => ({
      key,
      title: kind === 'tem' ? `T${key.slice(3)} ${degreesOf(q)}` : 'RH %',
    })),
    rows: found.map((row) => ({
      clock: row.clock,
      values: probes.map(({ key }) => {
        // a row holds the reading of each probe under its key
        const value = (row as Record<string, unknown>)[key] as number | null;
        return value === null ? '--' : `${figureText(value)}${row.over.includes(key) ? ' *' : ''}`;
      }),
      mark: words.marks[row.data],
    })),
  };
  for await (const written of runHeavy(writeOverseasTask, { path, paper })) return written;
  throw new Error('the thread wrote nothing');
}

/** The curves with the names of the paper's language: lanes hold the probes in their order, temperatures first. */
function namedCurve(
  curve: CurveAnswer,
  titleOf: (key: string) => string,
  probes: ReadonlyArray<{ key: string }>,
): CurveAnswer {
  let next = 0;
  const lanes = curve.lanes.map((lane) => ({
    ...lane,
    series: lane.series.map((series) => ({ ...series, name: titleOf(probes[next++]?.key ?? '') })),
  }));
  return { ...curve, lanes };
}
