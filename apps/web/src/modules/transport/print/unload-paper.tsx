import { piecesAboard } from '@tongda/contract/transport/waybill/dock/counting';
import { formatNumber, formatTemp, none } from '../../../kit/show/format';
import { Barcode, Grid, Sheet, Signs } from '../../base/print/door';
import { tempWish } from './parts';
import { crewCells, goodsOf, type PaperProps, paperTime } from './waybill-papers';

/** 卸货单: what comes off at one stop, with room for what was really there (transport.md C10). */
export function UnloadPaper({ waybill: w, company, foot, stop: seq }: PaperProps) {
  const stop = w.stops.find((one) => one.seq === seq);
  const cargo = new Map(w.cargo.map((one) => [one.orderCode, one]));
  const legs = w.legs
    .filter((leg) => leg.toSeq === seq)
    // what stands at the door was loaded last and comes off first
    .sort((x, y) => (y.loadSeq ?? 0) - (x.loadSeq ?? 0) || x.orderCode.localeCompare(y.orderCode));
  const sum = (of: (leg: (typeof legs)[number]) => number): number => legs.reduce((total, leg) => total + of(leg), 0);
  return (
    <Sheet company={company} title="卸货单" code={w.waybillCode} foot={foot}>
      <Grid
        cells={[
          ['卸货站点', `${seq} ${stop?.name ?? ''}`],
          ['地址', stop?.address ?? ''],
          ...crewCells(w),
          ['计划到站', paperTime(stop?.planArriveTime ?? null)],
          ['实际到站', paperTime(stop?.arriveTime ?? null)],
          ['铅封号', w.sealNo],
          ['设定温度', w.setTemp === null ? '' : `${formatTemp(w.setTemp)} ℃`],
        ]}
      />
      <table className="base-print-table">
        <thead>
          <tr>
            <th>序</th>
            <th>订单号</th>
            <th>客户 / 收货人</th>
            <th>货物</th>
            <th>温区</th>
            <th>温度要求</th>
            <th className="num">应到件</th>
            <th className="num">重量(kg)</th>
            <th className="num">体积(m³)</th>
            <th>实到件</th>
            <th>破损 / 短少</th>
            <th>货温(℃)</th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg, i) => {
            const goods = cargo.get(leg.orderCode);
            return (
              <tr key={leg.orderCode}>
                <td>{i + 1}</td>
                <td className="base-print-nowrap">
                  <Barcode text={leg.orderCode} heightMm={8} />
                  {leg.orderCode}
                </td>
                <td>
                  {leg.customerName}
                  <div className="base-print-small">{leg.receiver}</div>
                </td>
                <td>{goodsOf(goods, piecesAboard(leg))}</td>
                <td>{leg.compartmentNo ?? none}</td>
                <td>{goods ? tempWish(goods) : none}</td>
                <td className="num">{formatNumber(piecesAboard(leg))}</td>
                <td className="num">{formatNumber(leg.weightKg, 2)}</td>
                <td className="num">{formatNumber(leg.volumeM3, 3)}</td>
                <td className="transport-print-write" />
                <td className="transport-print-write" />
                <td className="transport-print-write" />
              </tr>
            );
          })}
          <tr className="transport-print-sum">
            <td colSpan={6}>合计 {legs.length} 单</td>
            <td className="num">{formatNumber(sum(piecesAboard))}</td>
            <td className="num">
              {formatNumber(
                sum((leg) => leg.weightKg),
                2,
              )}
            </td>
            <td className="num">
              {formatNumber(
                sum((leg) => leg.volumeM3),
                3,
              )}
            </td>
            <td colSpan={3} />
          </tr>
        </tbody>
      </table>
      <Signs names={['卸货员', '司机', '卸货完成时间']} />
    </Sheet>
  );
}
