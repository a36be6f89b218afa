import { percentOf } from '@tongda/contract/core/round';
import { carrierScoring, type ScorePart } from '@tongda/contract/resources/carrier/score';
import { type RawBuilder, sql } from 'kysely';

export interface Figures {
  trips: number;
  stops: number;
  on_time: number;
  month_stops: number;
  month_on_time: number;
  temp_known_min: number;
  temp_in_min: number;
  reports: number;
  handled: number;
}

/** Figures of the carrier in row `c` as one JSON value, so that Postgres computes them for the rows of the page only. */
export const figuresSql = (zone: string): RawBuilder<Figures> =>
  sql<Figures>`(select to_jsonb(f) from ${figuresTableSql(zone)} f)`;
const figuresTableSql = (zone: string): RawBuilder<unknown> =>
  sql`carrier_figures(c.id, now() - make_interval(days => ${sql.lit(carrierScoring.days)}),
    date_trunc('month', now() at time zone ${zone}) at time zone ${zone}, ${sql.lit(carrierScoring.lateMin)}, ${sql.lit(carrierScoring.handleHours)})`;

const { weights } = carrierScoring;
/** `scoreOf` as SQL, for sorting. */
export const scoreSql = (zone: string): RawBuilder<number | null> => {
  const parts = [
    { weight: weights.onTime, good: sql`f.on_time`, of: sql`f.stops` },
    { weight: weights.temperature, good: sql`f.temp_in_min`, of: sql`f.temp_known_min` },
    { weight: weights.handling, good: sql`f.handled`, of: sql`f.reports` },
  ];
  const points = parts.map(
    ({ weight, good, of }) => sql`case when ${of} > 0 then ${sql.lit(weight)}.0 * ${good} / ${of} else 0 end`,
  );
  const known = parts.map(({ weight, of }) => sql`case when ${of} > 0 then ${sql.lit(weight)} else 0 end`);
  return sql<
    number | null
  >`(select 100.0 * (${sql.join(points, sql` + `)}) / nullif(${sql.join(known, sql` + `)}, 0) from ${figuresTableSql(zone)} f)`;
};

/** The parts of a score with their rates in per cent; temperature is given in hours with one decimal. */
export const partsOf = (f: Figures): ScorePart[] => [
  { key: 'onTime', weight: weights.onTime, rate: percentOf(f.on_time, f.stops), good: f.on_time, of: f.stops },
  {
    key: 'temperature',
    weight: weights.temperature,
    rate: percentOf(f.temp_in_min, f.temp_known_min),
    good: Math.round(f.temp_in_min / 6) / 10,
    of: Math.round(f.temp_known_min / 6) / 10,
  },
  { key: 'handling', weight: weights.handling, rate: percentOf(f.handled, f.reports), good: f.handled, of: f.reports },
];

/** 综合评分, 0-100: 40 % on time, 40 % in temperature, 20 % reports handled. The weight of a part without data goes to the others; null without any. */
export function scoreOf(f: Figures): number | null {
  const shares = [
    [weights.onTime, f.on_time, f.stops],
    [weights.temperature, f.temp_in_min, f.temp_known_min],
    [weights.handling, f.handled, f.reports],
  ].flatMap(([weight = 0, good = 0, of = 0]) => (of > 0 ? [{ weight, points: (weight * good) / of }] : []));
  const known = shares.reduce((sum, { weight }) => sum + weight, 0);
  if (known === 0) return null;
  return Math.round((shares.reduce((sum, { points }) => sum + points, 0) / known) * 1000) / 10;
}

/** The figures of the list's columns, rates in per cent. */
export const rowFiguresOf = (f: Figures) => ({
  score: scoreOf(f),
  onTimeRate: percentOf(f.month_on_time, f.month_stops),
  tempRate: percentOf(f.temp_in_min, f.temp_known_min),
});
