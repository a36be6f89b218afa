import { daysOf } from '@tongda/contract/reports/kit/columns';
import type { Report } from '@tongda/contract/reports/kit/report';
import type { SpreadAnswer } from '@tongda/contract/reports/kit/spread';
import type { CSSProperties, ReactNode } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import type { List } from '../../kit/list/use-rows';
import { formatNumber } from '../../kit/show/format';
import { dottedPlate } from '../../kit/show/plate/chip';
import type { AnyRow } from './cells';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];

/** How the rows of a report spread over days, vehicles and hours. A click on a day or a vehicle asks for its rows alone. */
export function Spread({ of, list }: { of: Report; list: List<AnyRow> }) {
  const { spreadCall } = of;
  return spreadCall ? <AskedSpread of={of} call={spreadCall} list={list} /> : null;
}

interface AskedProps {
  of: Report;
  call: NonNullable<Report['spreadCall']>;
  list: List<AnyRow>;
}

function AskedSpread({ of, call, list }: AskedProps) {
  // filters are as the user left them: the server reads them anew
  const { data } = useAsk(call, list.filters as never, { when: list.asked && list.total > 0, keep: true });
  // every report has a range
  const range = list.filters as unknown as { startTime: string; endTime: string };
  const days = daysOf(range);
  const spread = list.total > 0 ? data : undefined;
  const narrow = (more: Record<string, unknown>): void => list.query({ ...list.filters, ...more });
  const one = days.length === 1;
  return (
    <ChartBand two={one}>
      <Part title={one ? '按小时' : '按日趋势'} unit={of.unit}>
        {one ? (
          <Columns marks={byHour(spread)} />
        ) : (
          <Columns
            marks={byDay(days, spread)}
            onPick={(day) => narrow({ startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` })}
          />
        )}
      </Part>
      <Part title="按车前10" unit={of.unit}>
        <Vehicles of={spread?.vehicles ?? []} onPick={(vehicleId) => narrow({ vehicleIds: [vehicleId] })} />
      </Part>
      {one ? null : (
        <Part title="按小时热力" unit={of.unit}>
          <Heat of={spread?.hours ?? []} />
        </Part>
      )}
    </ChartBand>
  );
}

/** Charts of one height side by side over a list: three, or two. */
export const ChartBand = ({ two, children }: { two: boolean; children: ReactNode }) => (
  <div className="reports-kit-spread" data-two={two}>
    {children}
  </div>
);

/** One of the charts that stand side by side over a list. */
export const Part = ({ title, unit, children }: { title: string; unit: string; children: ReactNode }) => (
  <figure aria-label={title}>
    <figcaption>
      {title}
      <small>（{unit}）</small>
    </figcaption>
    {children}
  </figure>
);

export interface Mark {
  key: string;
  /** under the column; '' where there is no room for all */
  label: string;
  title: string;
  rows: number;
}

/** The days of the range, those without rows among them. Of many days every fifth is named. */
function byDay(days: readonly string[], of: SpreadAnswer | undefined): Mark[] {
  const known = new Map(of?.days.map(({ day, rows }) => [day, rows]));
  return days.map((day, i) => ({
    key: day,
    label: days.length <= 10 || i % 5 === 0 ? day.slice(5) : '',
    title: day,
    rows: known.get(day) ?? 0,
  }));
}

function byHour(of: SpreadAnswer | undefined): Mark[] {
  const known = new Map(of?.hours.map(({ hour, rows }) => [hour, rows]));
  return hours.map((hour) => ({
    key: String(hour),
    label: hour % 6 === 0 ? `${hour}时` : '',
    title: `${hour}时`,
    rows: known.get(hour) ?? 0,
  }));
}

/** A part of the most, for a style sheet that draws it. */
export const shareOf = (rows: number, most: number): CSSProperties =>
  // a property of our own that the style sheet reads
  ({ '--share': `${most > 0 ? (100 * rows) / most : 0}%` }) as CSSProperties;

interface ColumnsProps {
  marks: readonly Mark[];
  /** a column as high as the band; the highest of them unless said otherwise */
  full?: number;
  onPick?: (key: string) => void;
}

/** A column a mark, with the figure of a full one before them. */
export function Columns({ marks, full, onPick }: ColumnsProps) {
  const most = full ?? Math.max(...marks.map(({ rows }) => rows), 1);
  return (
    <div className="reports-kit-columns">
      <span aria-hidden="true">{formatNumber(most)}</span>
      {marks.map(({ key, label, title, rows }) => {
        const says = `${title}：${formatNumber(rows)}`;
        const bar = (
          <>
            <i style={shareOf(rows, most)} />
            <small>{label}</small>
          </>
        );
        return onPick && rows > 0 ? (
          <button type="button" key={key} title={says} aria-label={`${says}，只看这一天`} onClick={() => onPick(key)}>
            {bar}
          </button>
        ) : (
          <div key={key} title={says}>
            {bar}
          </div>
        );
      })}
    </div>
  );
}

function Vehicles({ of, onPick }: { of: SpreadAnswer['vehicles']; onPick: (vehicleId: string) => void }) {
  const most = of[0]?.rows ?? 1;
  return (
    <div className="reports-kit-most">
      {of.map(({ vehicleId, plateNo, rows }) => (
        <button
          type="button"
          key={vehicleId}
          aria-label={`${plateNo}：${formatNumber(rows)}，只看这辆车`}
          onClick={() => onPick(vehicleId)}
        >
          <span>{dottedPlate(plateNo)}</span>
          <i style={shareOf(rows, most)} />
          <b>{formatNumber(rows)}</b>
        </button>
      ))}
    </div>
  );
}

function Heat({ of }: { of: SpreadAnswer['hours'] }) {
  const known = new Map(of.map(({ weekday, hour, rows }) => [weekday * 24 + hour, rows]));
  const most = Math.max(...of.map(({ rows }) => rows), 1);
  return (
    <div className="reports-kit-heat" role="img" aria-label={heatWords(of)}>
      {weekdays.map((name, i) => (
        <div key={name}>
          <span>{name}</span>
          {hours.map((hour) => {
            const rows = known.get((i + 1) * 24 + hour) ?? 0;
            return <i key={hour} style={shareOf(rows, most)} title={`${name}${hour}时：${formatNumber(rows)}`} />;
          })}
        </div>
      ))}
      <div>
        <span />
        {hours.map((hour) => (
          <small key={hour}>{hour % 6 === 0 ? hour : ''}</small>
        ))}
      </div>
    </div>
  );
}

/** The hour with the most rows, for who does not see the colours. */
function heatWords(of: SpreadAnswer['hours']): string {
  const [first] = [...of].sort((a, b) => b.rows - a.rows);
  return first ? `最多的是${weekdays[first.weekday - 1]}${first.hour}时，${formatNumber(first.rows)}` : '没有记录';
}
