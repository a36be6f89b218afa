import { percentOf } from '@tongda/contract/core/round';
import { daysOf } from '@tongda/contract/reports/kit/columns';
import type { Foot, ReportFoot } from '@tongda/contract/reports/kit/report';
import type { punctualityReport } from '@tongda/contract/reports/operation/punctuality';
import type { CSSProperties } from 'react';
import type { List } from '../../kit/list/use-rows';
import { formatNumber } from '../../kit/show/format';
import type { AnyRow } from '../kit/cells';
import { ChartBand, Columns, Part, shareOf } from '../kit/spread';
import './styles.css';

type OwnFoot = ReportFoot<typeof punctualityReport>;

interface ChartsProps {
  list: List<AnyRow>;
  foot: Foot;
}

/** 到达准点率 of each day, and which sites were late or missed most and when: the same arrivals as the table of sums counts. */
export function PunctualityCharts({ list, foot }: ChartsProps) {
  // the page of this report asks for its own foot
  const { trend, heat } = foot as OwnFoot;
  // every report has a range
  const days = daysOf(list.filters as unknown as { startTime: string; endTime: string });
  const narrow = (more: Record<string, unknown>): void => list.query({ ...list.filters, ...more });
  return (
    <ChartBand two>
      <Part title="到达准点率趋势" unit="%">
        <Columns
          full={100}
          marks={rateMarks(days, trend)}
          onPick={(day) => narrow({ startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` })}
        />
      </Part>
      <Part title="站点晚点、未到热力" unit="点次">
        {heat.length > 0 ? (
          <SiteHeat days={days} heat={heat} onPick={(placeId) => narrow({ siteIds: [placeId] })} />
        ) : (
          <p className="reports-operation-none">所查范围没有晚点和未到</p>
        )}
      </Part>
    </ChartBand>
  );
}

/** A column a day, as high as its rate; days without counted arrivals have none. Of many days every fifth is named. */
function rateMarks(days: readonly string[], trend: OwnFoot['trend']) {
  const known = new Map(trend.map((day) => [day.date, day]));
  return days.map((day, i) => {
    const of = known.get(day);
    return {
      key: day,
      label: days.length <= 10 || i % 5 === 0 ? day.slice(5) : '',
      title: of ? `${day} 准点${of.onTime}/${of.planned}` : day,
      rows: of ? (percentOf(of.onTime, of.planned) ?? 0) : 0,
    };
  });
}

interface HeatProps {
  days: readonly string[];
  heat: OwnFoot['heat'];
  onPick: (placeId: string) => void;
}

/** A row a site, a cell a day: the more arrivals were late or missed, the fuller its colour. */
function SiteHeat({ days, heat, onPick }: HeatProps) {
  const most = Math.max(...heat.flatMap((site) => Object.values(site.days)), 1);
  // a property of our own that the style sheet reads
  const columns = { '--days': days.length } as CSSProperties;
  return (
    <div className="reports-operation-heat" style={columns}>
      {heat.map(({ placeId, site, planned, bad, days: badDays }) => (
        <button
          type="button"
          key={placeId}
          aria-label={`${site}：${formatNumber(planned)}点次中晚点和未到${formatNumber(bad)}，只看这个站点`}
          onClick={() => onPick(placeId)}
        >
          <span title={site}>{site}</span>
          {days.map((day) => {
            const rows = badDays[day] ?? 0;
            return <i key={day} style={shareOf(rows, most)} title={`${site} ${day}：${formatNumber(rows)}`} />;
          })}
          <b>{formatNumber(bad)}</b>
        </button>
      ))}
    </div>
  );
}
