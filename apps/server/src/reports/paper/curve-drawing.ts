import { hourMs } from '@tongda/contract/core/durations';
import type { CurveAnswer, CurveLane } from '@tongda/contract/reports/kit/curve';
import { type Box, ink, type LineLook, type Paper } from '../../core/pdf/paper';
import { nextDayStart } from '../../kernel/day/edges';
import { clockOf, dateOf, figureText } from './words';

const left = 76;
const right = 706;
const heights = { degrees: 150, other: 44, strip: 13 };
/** Curves are told apart by their stroke, as a record is copied in black and white. */
const strokes: readonly LineLook[] = [
  { width: 0.9, color: ink.text },
  { width: 1.5, color: '#8A8A8A' },
  { width: 1.1, color: ink.text, dash: [3, 2] },
  { width: 1, color: '#6A6A6A', dash: [1, 2] },
];
type Point = CurveLane['series'][number]['points'][number];

/** What is drawn: curves of a range, on the clock of a zone, with the deviations that get a number. */
export interface DrawnCurves {
  /** epoch ms */
  from: number;
  until: number;
  curve: CurveAnswer;
  /** times outside of bounds; `probe` is an index into `facts.probes` */
  deviations: ReadonlyArray<{ from: number; until: number; probe: number; side: 'above' | 'below'; extreme: number }>;
  facts: { timeZone: string; probes: ReadonlyArray<{ key: string }> };
}
/** The words beside curves, in the language of the paper. */
export interface CurveWords {
  upper: string;
  lower: string;
  over: string;
  gap: string;
  door: string;
  frost: string;
}
const chinese: CurveWords = {
  upper: '上限',
  lower: '下限',
  over: '超出上下限',
  gap: '缺失，曲线断开',
  door: '开门',
  frost: '除霜',
};
const isDegrees = (unit: string): boolean => unit === '℃' || unit === '℉';

/** Draws the curves of a record from `top`: lanes on one axis, doors and refrigeration unit as strips, gaps hatched through all. Answers where it ends. */
export function drawCurves(paper: Paper, record: DrawnCurves, top: number, words = chinese): number {
  const { curve } = record;
  const x = (t: number) => left + ((t - record.from) / Math.max(1, record.until - record.from)) * (right - left);
  let y = top + 14;
  const places = curve.lanes.map((lane) => {
    const height = isDegrees(lane.unit) ? heights.degrees : heights.other;
    const place = { lane, y, height };
    y += height + 8;
    return place;
  });
  const strips = curve.strips
    .filter(({ tone }) => tone !== 'stay')
    .map((strip) => {
      const place = { strip, y };
      y += heights.strip + 3;
      return place;
    });
  const bottom = y;
  drawPhases(paper, curve, { x, top: top + 14, bottom });
  for (const place of places) drawBand(paper, place, words);
  drawAxis(paper, record, { x, top: top + 14, bottom });
  for (const { strip, y: at } of strips) drawStrip(paper, strip, x, at);
  for (const gap of curve.gaps) {
    const [from, until] = [Math.max(left, x(gap.from)), Math.min(right, x(gap.until))];
    paper.hatch({ x: from, y: top + 14, width: Math.max(1, until - from), height: bottom - top - 14 });
  }
  for (const place of places) {
    for (const [i, series] of place.lane.series.entries()) drawSeries(paper, series, { ...place, x, i });
    if (isDegrees(place.lane.unit)) drawNumbers(paper, record, place, x);
  }
  return drawLegend(paper, curve, bottom + 20, words);
}

/** The parts of a trip: what comes before it leaves is grey, each begins with a dashed line and its word. */
function drawPhases(
  paper: Paper,
  { phases = [] }: CurveAnswer,
  { x, top, bottom }: { x: (t: number) => number; top: number; bottom: number },
): void {
  let free = left;
  for (const { from, until, word, tone } of phases) {
    const [a, b] = [Math.max(left, x(from)), Math.min(right, x(until))];
    if (tone === 'cool' || tone === 'load')
      paper.fill({ x: a, y: top, width: Math.max(1, b - a), height: bottom - top }, '#F2F2F2');
    const ends = [
      [a, top],
      [a, bottom],
    ] as const;
    paper.line(ends, { width: 0.6, color: ink.caption, dash: [2, 2] });
    const wide = paper.widthOf(word, { size: 9.5 });
    // between two short stops there is room for one word
    if (a < free || b - a < wide + 4) continue;
    paper.text(word, a + 2, top - 13, wide + 4, { size: 9.5 });
    free = a + wide + 6;
  }
}

interface Place {
  lane: CurveLane;
  y: number;
  height: number;
}

/** Values that a lane shows: all readings and bounds, with a little air. */
function rangeOf({ series }: CurveLane): { low: number; high: number } {
  const values = series.flatMap(({ points, lower, upper }) => [
    ...points.flatMap(([, value]) => (value === null ? [] : [value])),
    ...[lower, upper].filter((value) => value !== null),
  ]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) return { low: 0, high: 1 };
  const air = Math.max(0.5, (high - low) * 0.08);
  return { low: low - air, high: high + air };
}

const scaleOf = ({ lane, y, height }: Place): ((value: number) => number) => {
  const { low, high } = rangeOf(lane);
  return (value) => y + height - ((value - low) / (high - low)) * height;
};

/** The allowed band of a lane, with its bounds named at the right edge and the scale at the left. */
function drawBand(paper: Paper, place: Place, words: CurveWords): void {
  const at = scaleOf(place);
  const { lane, y, height } = place;
  const [first] = lane.series;
  const { low, high } = rangeOf(lane);
  const { lower = null, upper = null } = first ?? {};
  if (lower !== null || upper !== null) {
    const [top, bottom] = [upper === null ? y : at(upper), lower === null ? y + height : at(lower)];
    paper.fill({ x: left, y: top, width: right - left, height: bottom - top }, ink.band);
  }
  for (const [name, bound] of [
    [words.upper, upper],
    [words.lower, lower],
  ] as const)
    if (bound !== null) {
      paper.line(
        [
          [left, at(bound)],
          [right, at(bound)],
        ],
        { width: 0.8, dash: [5, 3] },
      );
      paper.text(`${name} ${figureText(bound, Number.isInteger(bound) ? 0 : 1)}`, right + 4, at(bound) - 7, 50, {
        size: 9.5,
      });
    }
  paper.text(lane.unit, 44, y - 2, 26, { size: 9.5, align: 'right' });
  const step = stepOf(high - low, height);
  for (let value = Math.ceil(low / step) * step; value <= high; value += step)
    if (at(value) > y + 8 || !isDegrees(lane.unit))
      paper.text(figureText(value, step < 1 ? 1 : 0), 44, at(value) - 7, 26, {
        size: 9.5,
        align: 'right',
        color: ink.caption,
      });
}

/** A round step between labels that stand 22 px apart at least. */
function stepOf(span: number, height: number): number {
  const least = (span / height) * 22;
  return [0.5, 1, 2, 5, 10, 20, 50, 100].find((step) => step >= least) ?? 200;
}

function drawAxis(
  paper: Paper,
  { from, until, facts: { timeZone } }: DrawnCurves,
  at: { x: (t: number) => number; top: number; bottom: number },
): void {
  const { x, top, bottom } = at;
  paper.line(
    [
      [left, bottom],
      [right, bottom],
    ],
    { width: 0.8 },
  );
  const hours = (until - from) / hourMs;
  const every = [1, 2, 3, 6, 12, 24, 48, 72, 120].find((step) => hours / step <= 12) ?? 240;
  for (let t = Math.ceil(from / hourMs) * hourMs; t <= until; t += hourMs) {
    const clock = clockOf(t, timeZone);
    const isDay = clock === '00:00';
    // hours of the clock, whatever the zone; days count from the first midnight
    const shown =
      every >= 24
        ? isDay && Math.round((t - nextDayStart(from, timeZone)) / hourMs) % every === 0
        : Number(clock.slice(0, 2)) % every === 0;
    if (!shown) continue;
    paper.line(
      [
        [x(t), top],
        [x(t), bottom],
      ],
      { width: isDay ? 0.8 : 0.4, color: isDay ? '#777777' : ink.line },
    );
    paper.text(isDay ? dateOf(t, timeZone) : clock, x(t) - 20, bottom + 3, 40, {
      size: 9.5,
      align: 'center',
      weight: isDay ? 'bold' : 'regular',
    });
  }
}

function drawStrip(
  paper: Paper,
  { name, tone, spans }: CurveAnswer['strips'][number],
  x: (t: number) => number,
  y: number,
): void {
  paper.text(name, 30, y - 1, 42, { size: 9.5, align: 'right' });
  if (tone === 'cool')
    paper.frame({ x: left, y, width: right - left, height: heights.strip - 3 }, { width: 0.4, color: ink.caption });
  for (const { from, until, tone: own = tone } of spans) {
    const [a, b] = [Math.max(left, x(from)), Math.min(right, x(until))];
    const box = { x: a, y, width: Math.max(1, b - a), height: heights.strip - 3 };
    if (own === 'frost') paper.hatch(box);
    else paper.fill(box, own === 'door' ? ink.text : '#D9D9D9');
  }
}

function drawSeries(
  paper: Paper,
  series: CurveLane['series'][number],
  place: Place & { x: (t: number) => number; i: number },
): void {
  const at = scaleOf(place);
  const look = strokes[place.i % strokes.length];
  const isOver = (value: number) =>
    (series.upper !== null && value > series.upper) || (series.lower !== null && value < series.lower);
  const draw = (points: readonly Point[], style: LineLook | undefined) =>
    paper.line(
      points.map(([t, value]) => [place.x(t), at(value ?? 0)] as const),
      style,
    );
  for (const run of runsOf(series.points, ([, value]) => value !== null)) draw(run, look);
  for (const run of runsOf(series.points, ([, value]) => value !== null && isOver(value)))
    draw(run, { width: 2.6, color: ink.text });
}

/** Consecutive points that fulfil a condition. */
function runsOf(points: readonly Point[], holds: (point: Point) => boolean): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] | null = null;
  for (const point of points) {
    if (!holds(point)) {
      run = null;
      continue;
    }
    if (!run) {
      run = [];
      runs.push(run);
    }
    run.push(point);
  }
  return runs;
}

/** A number at the extreme of each of the first deviations in temperature: it stands in the table below too. */
function drawNumbers(paper: Paper, record: DrawnCurves, place: Place, x: (t: number) => number): void {
  const at = scaleOf(place);
  record.deviations.slice(0, countNumbered(record)).forEach((one, i) => {
    if (!record.facts.probes[one.probe]?.key.startsWith('tem')) return;
    const middle = x((one.from + one.until) / 2);
    const y = at(one.extreme) + (one.side === 'above' ? -14 : 14);
    paper.disc(
      String(i + 1),
      Math.min(right - 8, Math.max(left + 8, middle)),
      Math.min(place.y + place.height - 8, Math.max(place.y + 8, y)),
    );
  });
}
/** How many deviations have a number in the drawing and a row on the first page: what probes and strips beyond the usual leave room for. */
export function countNumbered({ facts, curve, deviations }: DrawnCurves): number {
  const more =
    33 * Math.max(0, facts.probes.length - 4) + 16 * Math.max(0, curve.strips.length - 2) + (curve.phases ? 34 : 0);
  return Math.min(deviations.length, Math.max(1, 6 - Math.ceil(more / 24)));
}

/** What the strokes mean, in as many lines as it takes. Answers where it ends. */
function drawLegend(paper: Paper, { lanes, strips, gaps }: CurveAnswer, top: number, words: CurveWords): number {
  let [x, y] = [left, top];
  const entry = (name: string, draw: (box: Box) => void): void => {
    const width = paper.widthOf(name, { size: 9.5 });
    if (x + 30 + width > right) [x, y] = [left, y + 15];
    draw({ x, y: y + 2, width: 24, height: 10 });
    paper.text(name, x + 30, y, width + 2, { size: 9.5 });
    x += 30 + width + 18;
  };
  const stroke = (look: LineLook | undefined) => (box: Box) => {
    const middle = box.y + box.height / 2;
    const ends = [
      [box.x, middle],
      [box.x + box.width, middle],
    ] as const;
    paper.line(ends, look);
  };
  for (const { series } of lanes)
    for (const [i, { name }] of series.entries()) entry(name, stroke(strokes[i % strokes.length]));
  entry(words.over, stroke({ width: 2.6 }));
  if (gaps.length > 0) entry(words.gap, (box) => paper.hatch(box));
  if (strips.some(({ tone }) => tone === 'door')) entry(words.door, (box) => paper.fill(box, ink.text));
  if (strips.some(({ spans }) => spans.some(({ tone }) => tone === 'frost')))
    entry(words.frost, (box) => paper.hatch(box));
  return y + 18;
}
