import { minuteMs } from '@tongda/contract/core/durations';
import { type CurveAnswer, type CurveLane, type StripTone, upperAt } from '@tongda/contract/reports/kit/curve';
import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { EChartsCoreOption } from 'echarts/core';
import { wireTime } from '../../../kit/show/format';
import type { ColourName } from '../../../theme/colours';
import { colour, type ThemeMode } from '../../../theme/palette';
import { endNames } from './end-names';
import { seriesColour } from './series-colour';

type Series = CurveLane['series'][number];
type Point = Series['points'][number];

/** px, from the top. */
const [gutter, right, stripPx, axisPx, sliderPx, between] = [96, 84, 15, 20, 22, 14] as const;
const lanePx = (lanes: number): number => (lanes <= 2 ? 104 : 72);
/** Height of the whole chart, px. */
export const chartHeight = ({ lanes, strips }: CurveAnswer): number =>
  8 + lanes.length * (lanePx(lanes.length) + between) + strips.length * stripPx + axisPx + sliderPx;

const isOver = (t: number, value: number, series: Series): boolean => {
  const upper = upperAt(series, t);
  return upper !== null && value > upper;
};
const isOut = (t: number, value: number, series: Series): boolean =>
  isOver(t, value, series) || (series.lower !== null && value < series.lower);

/** `HH:mm`, at midnight the date, on the company's clock. */
const tickOf = (t: number): string => {
  const wire = wireTime(t);
  return wire.slice(11, 16) === '00:00' ? wire.slice(5, 10) : wire.slice(11, 16);
};

/** Diagonal hatching for times without data. */
function hatchTile(ink: string): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const pen = tile.getContext('2d');
  if (pen) {
    pen.strokeStyle = ink;
    pen.globalAlpha = 0.35;
    pen.beginPath();
    pen.moveTo(-2, 10);
    pen.lineTo(10, -2);
    pen.stroke();
  }
  return tile;
}

/** How a point came: 0 when it was taken, 1 late (补传), 2 unproven; dashes of the latter two. */
const lateLooks = [
  { flag: 1, ink: 'grey', dash: [4, 3] },
  { flag: 2, ink: 'warn', dash: [2, 3] },
] as const satisfies ReadonlyArray<{ flag: number; ink: ColourName; dash: readonly number[] }>;

/** Whether any reading of the curves is 迟到，未证实. */
export const hasUnproven = ({ lanes }: CurveAnswer): boolean =>
  lanes.some(({ series }) =>
    series.some(({ points }) => points.some(([, value, came]) => value !== null && came === 2)),
  );

/** One curve: as it was read, dashed and grey what came late, dashed and amber what is unproven, red with an area to the bound what lies outside. */
function curveSeries(series: Series, lane: number, i: number, mode: ThemeMode): LineSeriesOption[] {
  const line = seriesColour(i, mode);
  const base: LineSeriesOption = {
    type: 'line',
    name: series.name,
    xAxisIndex: lane,
    yAxisIndex: lane,
    showSymbol: false,
    connectNulls: false,
    animation: false,
    emphasis: { disabled: true },
  };
  const only = (keep: (point: Point) => boolean) =>
    series.points.map((point) => [point[0], point[1] !== null && keep(point) ? point[1] : null]);
  const over = (bound: number | null, beyond: (value: number, t: number) => boolean): LineSeriesOption[] =>
    bound === null || !series.points.some(([t, value]) => value !== null && beyond(value, t))
      ? []
      : [
          {
            ...base,
            data: only(([t, value]) => value !== null && beyond(value, t)),
            lineStyle: { width: 2.4, color: colour('red', mode) },
            areaStyle: { color: colour('red', mode), opacity: 0.12, origin: bound },
            z: 4,
          },
        ];
  const { lower, upper, steps } = series;
  // the area reaches down to the lowest of the bounds that held
  const lowest = steps ? Math.min(...steps.map(([, bound]) => bound)) : upper;
  const late = lateLooks.filter(({ flag }) => series.points.some(([, value, came]) => value !== null && came === flag));
  return [
    { ...base, data: only(([, , flag]) => flag === 0), lineStyle: { width: 1.5, color: line }, z: 3 },
    ...late.map(
      ({ flag, ink, dash }) =>
        ({
          ...base,
          data: only(([, , came]) => came === flag),
          lineStyle: { width: 1.5, color: colour(ink, mode), type: [...dash] },
          z: 3,
          // a dash pattern is open in the types of the library
        }) as LineSeriesOption,
    ),
    ...over(lowest, (value, t) => isOver(t, value, series)),
    ...over(lower, (value) => lower !== null && value < lower),
  ];
}

/** How long nothing came, and where there is room why. */
const gapWords = (from: number, until: number, reason: string, roomy: boolean): string =>
  `缺失 ${Math.round((until - from) / minuteMs)} 分${roomy ? ` · ${reason}` : ''}`;

/** Shades of the parts of a trip; the first lane has their words. */
const phaseLooks = {
  cool: ['ice', 0.1],
  load: ['grey', 0.16],
  drive: ['primary', 0.03],
  unload: ['sand', 0.14],
} as const satisfies Record<NonNullable<CurveAnswer['phases']>[number]['tone'], readonly [ColourName, number]>;

/** Parts of a trip behind a lane. */
const phaseAreas = ({ phases = [], from, until }: CurveAnswer, lane: number, mode: ThemeMode) =>
  phases.map((phase) => {
    const [name, opacity] = phaseLooks[phase.tone];
    // a word needs a twentieth of the width
    const roomy = phase.until - phase.from > (until - from) / 24;
    return [
      {
        xAxis: phase.from,
        name: lane === 0 && roomy ? phase.word : '',
        itemStyle: { color: colour(name, mode), opacity },
        label: { position: 'insideTop', distance: 2, fontSize: 11, color: colour('text2', mode) },
      },
      { xAxis: phase.until },
    ];
  });

/** The bounds of the curves of a lane that changed, as steps. */
const stepSeries = ({ series }: CurveLane, lane: number, until: number, mode: ThemeMode): LineSeriesOption[] =>
  series.flatMap(({ steps }) => {
    const last = steps?.at(-1);
    if (!steps || !last) return [];
    return [
      {
        type: 'line',
        xAxisIndex: lane,
        yAxisIndex: lane,
        data: [...steps, [until, last[1]]],
        step: 'end',
        showSymbol: false,
        silent: true,
        animation: false,
        lineStyle: { color: colour('ok', mode), type: [2, 2], width: 1 },
        z: 2,
        // a dash pattern is open in the types of the library
      } as LineSeriesOption,
    ];
  });

/** What lies behind all curves of a lane: the parts of a trip, bounds, open doors, times without data. */
function backgroundSeries(answer: CurveAnswer, lane: number, mode: ThemeMode): LineSeriesOption {
  const [first] = answer.lanes[lane]?.series ?? [];
  const same = answer.lanes[lane]?.series.every(({ lower, upper }) => lower === first?.lower && upper === first?.upper);
  const band =
    first && same && (first.lower !== null || first.upper !== null)
      ? [
          [
            { yAxis: first.lower ?? '-Infinity', itemStyle: { color: colour('green', mode), opacity: 0.07 } },
            { yAxis: first.upper ?? 'Infinity' },
          ],
        ]
      : [];
  // beside several vehicles a strip is named by its own
  const several = new Set(answer.lanes.map(({ name }) => name)).size > 1;
  const doors = answer.strips
    .filter(({ tone, name }) => tone === 'door' && (!several || name.startsWith(`${answer.lanes[lane]?.name} `)))
    .flatMap(({ spans }) => spans)
    .map(({ from, until }) => [
      { xAxis: from, itemStyle: { color: colour('warn', mode), opacity: 0.11 } },
      { xAxis: until },
    ]);
  const image = hatchTile(colour('red', mode));
  const whole = answer.until - answer.from;
  const gaps = answer.gaps.map(({ from, until, reason }) => [
    {
      xAxis: from,
      name: lane === 0 ? gapWords(from, until, reason, until - from > whole / 5) : '',
      itemStyle: { color: { image, repeat: 'repeat' } },
      label: {
        color: colour('red', mode),
        fontSize: 11,
        position: 'inside',
        rotate: until - from > whole / 12 ? 0 : 90,
      },
    },
    { xAxis: until },
  ]);
  const bounds = first && same ? [first.lower, first.upper].filter((bound) => bound !== null) : [];
  return {
    type: 'line',
    xAxisIndex: lane,
    yAxisIndex: lane,
    data: [],
    silent: true,
    markArea: { silent: true, data: [...phaseAreas(answer, lane, mode), ...band, ...doors, ...gaps] },
    markLine: {
      silent: true,
      symbol: 'none',
      label: { show: false },
      lineStyle: { color: colour('ok', mode), type: [2, 2], width: 1 },
      data: bounds.map((yAxis) => ({ yAxis })),
    },
    // the library's types of marked areas refuse hatched ones
  } as LineSeriesOption;
}

const stripColour = {
  door: 'warn',
  cool: 'primary-line',
  heat: 'amber-soft',
  frost: 'violet-soft',
  idle: 'line',
  stay: 'primary-soft',
  drive: 'ok',
  wait: 'warn',
} as const satisfies Record<StripTone, ColourName>;
/** px; a piece this wide has room for its word. */
const wordPx = 26;

function stripSeries(answer: CurveAnswer, mode: ThemeMode): CustomSeriesOption[] {
  if (answer.strips.length === 0) return [];
  const at = answer.lanes.length;
  const pieces = answer.strips.flatMap(({ spans, tone }, row) => spans.map((span) => ({ row, tone, ...span })));
  return [
    {
      type: 'custom',
      xAxisIndex: at,
      yAxisIndex: at,
      data: pieces.map(({ row, from, until }) => [row, from, until]),
      clip: true,
      silent: true,
      animation: false,
      encode: { x: [1, 2], y: 0 },
      renderItem: ({ dataIndex }, api) => {
        const [x = 0, y = 0] = api.coord([api.value(1), api.value(0)]);
        const [end = 0] = api.coord([api.value(2), api.value(0)]);
        const width = Math.max(1, end - x);
        const { tone = 'stay', word = '' } = pieces[dataIndex] ?? {};
        const high = word === '' ? 8 : 12;
        return {
          type: 'group',
          children: [
            {
              type: 'rect',
              shape: { x, y: y - high / 2, width, height: high },
              style: { fill: colour(stripColour[tone], mode) },
            },
            ...(word !== '' && width >= wordPx
              ? [
                  {
                    type: 'text' as const,
                    style: {
                      x: x + width / 2,
                      y,
                      text: word,
                      fontSize: 10,
                      align: 'center' as const,
                      verticalAlign: 'middle' as const,
                      fill: colour('ink', mode),
                    },
                  },
                ]
              : []),
          ],
        };
      },
    },
  ];
}

/** The scale of a lane: its readings and its bounds, with a little room. */
function scaleOf({ series }: CurveLane): { min: number; max: number } {
  const values = series.flatMap(({ points, lower, upper, steps = [] }) => [
    ...points.flatMap(([, value]) => value ?? []),
    ...steps.map(([, bound]) => bound),
    ...[lower, upper].flatMap((bound) => bound ?? []),
  ]);
  if (values.length === 0) return { min: 0, max: 1 };
  const [low, high] = values.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const room = Math.max(1, (high - low) * 0.12);
  return { min: Math.floor(low - room), max: Math.ceil(high + room) };
}

/** What stands before the scale of a lane: beside several vehicles whose it is, else what it shows, where that is one curve; below it the unit. */
function titleOf({ name, unit, series }: CurveLane, several: boolean): string {
  const title = several ? name : series.length === 1 ? series[0]?.name : undefined;
  return title === undefined ? unit : `${title}\n${unit}`;
}

/** The whole chart: lanes and strips under each other on one axis of time, one crosshair, one zoom. */
export function curveOption(answer: CurveAnswer, mode: ThemeMode): EChartsCoreOption {
  const { lanes, from, until } = answer;
  const height = lanePx(lanes.length);
  const rows = lanes.length + (answer.strips.length > 0 ? 1 : 0);
  const stripsTop = 8 + lanes.length * (height + between);
  // the library would move a lane aside for its long name, and the lanes would no longer lie over each other
  const sides = { left: gutter, right, outerBoundsMode: 'none' };
  const grids = lanes.map((_, i) => ({ ...sides, top: 8 + i * (height + between), height }));
  if (answer.strips.length > 0) grids.push({ ...sides, top: stripsTop, height: answer.strips.length * stripPx });
  const caption = { color: colour('text3', mode), fontSize: 11 };
  const line = { lineStyle: { color: colour('line', mode) } };
  const all = Array.from({ length: rows }, (_, i) => i);
  const several = new Set(lanes.map(({ name }) => name)).size > 1;
  return {
    animation: false,
    grid: grids,
    axisPointer: {
      link: [{ xAxisIndex: 'all' }],
      lineStyle: { color: colour('ink', mode), width: 1.5 },
      label: { show: false },
    },
    tooltip: { trigger: 'axis', showContent: false },
    xAxis: all.map((i) => ({
      type: 'time',
      gridIndex: i,
      min: from,
      max: until,
      axisLine: line,
      axisTick: { show: i === rows - 1 },
      splitLine: { show: true, lineStyle: { color: colour('split', mode) } },
      axisLabel: { ...caption, show: i === rows - 1, formatter: (t: number) => tickOf(t), hideOverlap: true },
    })),
    yAxis: [
      ...lanes.map((lane, i) => ({
        type: 'value',
        gridIndex: i,
        ...scaleOf(lane),
        name: titleOf(lane, several),
        nameLocation: 'middle',
        nameRotate: 0,
        // a plate is longer than the words of one vehicle's lanes: its end stands nearer to the scale
        nameGap: several ? 36 : 64,
        nameTextStyle: { ...caption, lineHeight: 15, color: colour('text2', mode) },
        splitNumber: 3,
        axisLabel: { ...caption, formatter: (value: number) => String(value).replace('-', '\u2212') },
        splitLine: { lineStyle: { color: colour('split', mode) } },
      })),
      ...(answer.strips.length > 0
        ? [
            {
              type: 'category',
              gridIndex: lanes.length,
              inverse: true,
              data: answer.strips.map(({ name }) => name),
              axisLine: { show: false },
              axisTick: { show: false },
              axisLabel: { ...caption, interval: 0, width: gutter - 8, overflow: 'truncate' },
            },
          ]
        : []),
    ],
    dataZoom: [
      { type: 'inside', xAxisIndex: all, zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, filterMode: 'weakFilter' },
      {
        type: 'slider',
        xAxisIndex: all,
        // a piece of a strip that a zoom cuts through stays
        filterMode: 'weakFilter',
        height: 14,
        bottom: 4,
        left: gutter,
        right,
        showDetail: false,
        showDataShadow: false,
        borderColor: colour('line', mode),
        fillerColor: `${colour('primary', mode)}22`,
        brushSelect: false,
      },
    ],
    series: [
      ...lanes.flatMap((lane, at) => [
        backgroundSeries(answer, at, mode),
        ...stepSeries(lane, at, answer.until, mode),
        ...lane.series.flatMap((series, i) => curveSeries(series, at, i, mode)),
        endNames(lane, at, answer, mode),
      ]),
      ...stripSeries(answer, mode),
    ],
  };
}

/** What each series reads at a moment: the last reading before it, none across a break. */
export function readingsAt(
  { lanes }: CurveAnswer,
  t: number,
): Array<{ name: string; value: number | null; unit: string; out: boolean; unproven: boolean; nth: number }> {
  const several = lanes.length > 1 && lanes[0]?.name !== lanes.at(-1)?.name;
  return lanes.flatMap((lane) =>
    lane.series.map((series, nth) => {
      const point = series.points.findLast(([at]) => at <= t);
      const value = point?.[1] ?? null;
      // a lane of temperatures has 温度1, which needs no 温度 before it
      const name = several && !series.name.startsWith(lane.name) ? `${lane.name} ${series.name}` : series.name;
      const out = value !== null && point !== undefined && isOut(point[0], value, series);
      return { name, value, unit: lane.unit, out, unproven: value !== null && point?.[2] === 2, nth };
    }),
  );
}
