import { rangeText } from '@tongda/contract/core/figure';
import type { LegFigures, TripCurve, TripTemperature } from '@tongda/contract/transport/trip/temperature';
import { formatNumber, formatTemp, minuteText, none, shortTime } from '../../../kit/show/format';
import { type Cell, Grid, Sheet, Signs } from '../../base/print/door';
import { TemperatureChart } from '../trip/door';
import { inColumns, tableRows } from './temperature-model';

interface TemperaturePaperProps {
  company: string;
  code: string;
  foot: string;
  /** what the record is about */
  cells: readonly Cell[];
  temperature: TripTemperature;
}

const mostRows = 60;
const columns = 3;
const minutesText = (value: number): string => `${formatNumber(value)} 分`;
const rateText = (value: number | null): string => (value === null ? none : `${formatNumber(value, 2)}%`);
const boundsText = ({ lower, upper }: LegFigures): string =>
  lower === null && upper === null ? '不限' : rangeText(lower, upper, '℃');
const verdictText = (qualified: boolean | null): string =>
  qualified === null ? '无数据' : qualified ? '合格' : '不合格';

/** 温度单: what the probes recorded while the goods were on the trucks, with the figures that follow from it. */
export function TemperaturePaper({ company, code, foot, cells, temperature }: TemperaturePaperProps) {
  const { total, legs, curves } = temperature;
  return (
    <Sheet company={company} title="温度单" code={code} foot={foot}>
      <Grid
        cells={[
          ...cells,
          ...(total
            ? ([
                ['达标率', rateText(total.rate)],
                ['数据覆盖率', rateText(total.coverage)],
                ['最长超温', minutesText(total.longestMin)],
                ['结论', verdictText(total.qualified)],
              ] as const)
            : []),
        ]}
      />
      {legs.length === 0 ? <p>货物还没有发车，没有在途温度记录。</p> : <Figures legs={legs} />}
      {curves.map((curve) => (
        <Curve
          key={curve.waybillCode}
          curve={curve}
          legs={legs.filter((leg) => leg.waybillCode === curve.waybillCode)}
        />
      ))}
      <Overs legs={legs} />
      <Signs names={['承运方（盖章）', '收货方签字', '日期']} />
    </Sheet>
  );
}

function Figures({ legs }: { legs: readonly LegFigures[] }) {
  return (
    <table className="base-print-table">
      <thead>
        <tr>
          <th>订单号</th>
          <th>车牌号</th>
          <th>起止时间</th>
          <th>要求</th>
          <th className="num">最低</th>
          <th className="num">最高</th>
          <th className="num">平均</th>
          <th className="num">MKT</th>
          <th className="num">达标率</th>
          <th className="num">覆盖率</th>
          <th className="num">最长超温</th>
          <th>结论</th>
        </tr>
      </thead>
      <tbody>
        {legs.map((leg) => (
          <tr key={`${leg.waybillCode} ${leg.orderCode}`}>
            <td className="base-print-nowrap">{leg.orderCode}</td>
            <td className="base-print-nowrap">{leg.plateNo}</td>
            <td>
              {minuteText(leg.startTime)} ~ {leg.running ? '在途' : minuteText(leg.endTime)}
            </td>
            <td className="base-print-nowrap">{boundsText(leg)}</td>
            <td className="num">{formatTemp(leg.minTemp)}</td>
            <td className="num">{formatTemp(leg.maxTemp)}</td>
            <td className="num">{formatTemp(leg.avgTemp)}</td>
            <td className="num">{formatTemp(leg.mktTemp)}</td>
            <td className="num">{rateText(leg.rate)}</td>
            <td className="num">{rateText(leg.coverage)}</td>
            <td className="num">{minutesText(leg.longestMin)}</td>
            <td className="base-print-nowrap">{verdictText(leg.qualified)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The curve of one truck, and its readings as numbers. */
function Curve({ curve, legs }: { curve: TripCurve; legs: readonly LegFigures[] }) {
  const [first] = legs;
  const rows = inColumns(tableRows(curve.points, mostRows), columns);
  return (
    <>
      <h3 className="base-print-part">
        {curve.plateNo}　{minuteText(curve.startTime)} ~ {minuteText(curve.endTime)}
      </h3>
      <TemperatureChart
        name={curve.plateNo}
        points={curve.points}
        probes={curve.probes}
        lower={first?.lower ?? null}
        upper={first?.upper ?? null}
        overs={[...new Map(legs.flatMap(({ overs }) => overs).map((over) => [over.startTime, over])).values()]}
      />
      {rows.length > 0 ? (
        <table className="base-print-table transport-print-readings" aria-label={`${curve.plateNo}温度读数`}>
          <thead>
            <tr>
              {Array.from({ length: columns }, (_, i) => [
                <th key={`t${String(i)}`}>时间</th>,
                <th key={`c${String(i)}`} className="num">
                  {curve.probes.join(' / ') || '温度'}(℃)
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]?.time}>
                {row.map((cell, i) => [
                  <td key={`t${String(i)}`}>{cell ? minuteText(cell.time) : ''}</td>,
                  <td key={`c${String(i)}`} className="num">
                    {cell ? cell.temps.map(formatTemp).join(' / ') : ''}
                  </td>,
                ])}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}

function Overs({ legs }: { legs: readonly LegFigures[] }) {
  const overs = legs.flatMap((leg) => leg.overs.map((over) => ({ ...over, leg })));
  if (overs.length === 0) return null;
  return (
    <table className="base-print-table" aria-label="超温记录">
      <thead>
        <tr>
          <th>超温订单</th>
          <th>开始</th>
          <th>结束</th>
          <th className="num">峰值(℃)</th>
          <th>要求</th>
        </tr>
      </thead>
      <tbody>
        {overs.map((over) => (
          <tr key={`${over.leg.waybillCode} ${over.leg.orderCode} ${over.startTime}`}>
            <td>{over.leg.orderCode}</td>
            <td>{shortTime(over.startTime)}</td>
            <td>{shortTime(over.endTime)}</td>
            <td className="num">{formatTemp(over.peakTemp)}</td>
            <td>{boundsText(over.leg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
