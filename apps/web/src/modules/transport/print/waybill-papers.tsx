import type { PrintedCargo, PrintedWaybill } from '@tongda/contract/transport/print/calls';
import { loadedPieces, piecesAboard } from '@tongda/contract/transport/waybill/dock/counting';
import { stopType } from '@tongda/contract/transport/waybill/enums';
import { formatNumber, formatTemp, minuteText, none } from '../../../kit/show/format';
import { Barcode, Grid, Sheet, Signs } from '../../base/print/door';
import { tripPieces } from '../waybill/door';
import { tempWish } from './parts';
import { sumPieces } from './pieces-model';

/** `MM-DD HH:mm` on a paper; nothing where there is no time, so that it can be written in by hand. */
export const paperTime = (wire: string | null): string => minuteText(wire, '');

export interface PaperProps {
  waybill: PrintedWaybill;
  company: string;
  foot: string;
  /** number of the stop that the paper is about, where it is about one */
  stop: number;
}
type Leg = PrintedWaybill['legs'][number];

/** Goods of a leg in words. Their counts stand there only when they are those of the leg: of a part nobody counted which goods it holds. */
export function goodsOf(cargo: PrintedCargo | undefined, pieces: number): string {
  const items = cargo?.items ?? [];
  const whole = items.reduce((sum, item) => sum + item.pieces, 0) === pieces;
  return items
    .map((item) => (whole ? `${item.cargoName} ${formatNumber(item.pieces)}${item.packUnit}` : item.cargoName))
    .join('、');
}

export const crewCells = (w: PrintedWaybill) =>
  [
    ['车牌号', w.plateNo],
    ['司机', [w.driverName, w.driverPhone].filter(Boolean).join(' ')],
    ['副司机', w.coDriverName],
    ['承运商', w.carrierName],
    ['发站', w.fromName],
    ['到站', w.toName],
  ] as const;
const loadCells = (w: PrintedWaybill) =>
  [
    ['件数', tripPieces(w)],
    ['重量 / 体积', `${formatNumber(w.totalWeight, 2)} kg / ${formatNumber(w.totalVolume, 3)} m³`],
    ['设定温度', w.setTemp === null ? '' : `${formatTemp(w.setTemp)} ℃`],
    ['铅封号', w.sealNo],
  ] as const;

/** A count that the office knows, or room to write it in. */
function CountCell({ pieces }: { pieces: number | null }) {
  return <td className="num transport-print-write">{pieces === null ? '' : formatNumber(pieces)}</td>;
}

/** What the weights of a pick-up paper are: those of the plan until goods were fetched, then those of what was fetched. */
function weightHead(legs: readonly Leg[]): string {
  const fetched = legs.filter((leg) => loadedPieces(leg) !== null).length;
  if (fetched === 0) return '计划(kg)';
  return fetched === legs.length ? '实提(kg)' : '重量(kg)';
}

/** 运单: the trip with its stops. */
export function WaybillPaper({ waybill: w, company, foot }: PaperProps) {
  const at = (seq: number, load: boolean): Leg[] => w.legs.filter((leg) => (load ? leg.fromSeq : leg.toSeq) === seq);
  const pieces = (legs: readonly Leg[]): number => legs.reduce((sum, leg) => sum + piecesAboard(leg), 0);
  return (
    <Sheet company={company} title="运单" code={w.waybillCode} foot={foot}>
      <Grid
        cells={[
          ...crewCells(w),
          ['计划发车', paperTime(w.planDepartTime)],
          ['实际发车', paperTime(w.actualDepartTime)],
          ['计划完成', paperTime(w.planArriveTime)],
          ['计划里程', `${formatNumber(w.planDistanceKm, 1)} km`],
          ...loadCells(w),
          ['备注', w.remark, 'wide'],
        ]}
      />
      <table className="base-print-table">
        <thead>
          <tr>
            <th>站序</th>
            <th>装 / 卸</th>
            <th>站点与地址</th>
            <th>联系人</th>
            <th>时间窗</th>
            <th>计划到达</th>
            <th className="num">订单</th>
            <th className="num">件数</th>
          </tr>
        </thead>
        <tbody>
          {w.stops.map((stop) => {
            const legs = at(stop.seq, stop.stopType === stopType.load);
            return (
              <tr key={stop.seq}>
                <td>{stop.seq}</td>
                <td>{stopType.label(stop.stopType)}</td>
                <td>
                  {stop.name}
                  <div className="base-print-small">{stop.address}</div>
                </td>
                <td>
                  {stop.contact}
                  <div className="base-print-small">{stop.phone}</div>
                </td>
                <td>{[paperTime(stop.windowStart), paperTime(stop.windowEnd)].filter(Boolean).join(' ~ ') || none}</td>
                <td>{paperTime(stop.planArriveTime) || none}</td>
                <td className="num">{legs.length}</td>
                <td className="num">{formatNumber(pieces(legs))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Signs names={['调度签字', '司机签字', '日期']} />
    </Sheet>
  );
}

/** 提单: where the trip fetches what, with a bar code a pick-up order and what was really there, or room for it. */
export function BillPaper({ waybill: w, company, foot }: PaperProps) {
  const cargo = new Map(w.cargo.map((one) => [one.orderCode, one]));
  const stops = new Map(w.stops.map((stop) => [stop.seq, stop]));
  const legs = [...w.legs].sort((x, y) => x.fromSeq - y.fromSeq || x.orderCode.localeCompare(y.orderCode));
  const sums = sumPieces(legs);
  return (
    <Sheet company={company} title="提单" code={w.waybillCode} foot={foot}>
      <Grid
        cells={[
          ...crewCells(w),
          ['计划发车', paperTime(w.planDepartTime)],
          ['计划入库', paperTime(w.planArriveTime)],
          ...loadCells(w),
          ['备注', w.remark, 'wide'],
        ]}
      />
      <table className="base-print-table">
        <thead>
          <tr>
            <th>序</th>
            <th>提货单号</th>
            <th>提货点</th>
            <th>提货时间</th>
            <th>货物</th>
            <th className="num">计划件</th>
            <th className="num">{weightHead(legs)}</th>
            <th className="num">实提件</th>
            <th>货温(℃)</th>
            <th>发货人签字</th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => {
            const goods = cargo.get(leg.orderCode);
            const stop = stops.get(leg.fromSeq);
            return (
              <tr key={leg.orderCode}>
                <td>{leg.fromSeq}</td>
                <td className="base-print-nowrap">
                  <Barcode text={leg.orderCode} heightMm={8} />
                  {leg.orderCode}
                </td>
                <td>
                  {goods?.shipper} {goods?.shipPhone}
                  <div className="base-print-small">{goods?.shipAddress}</div>
                  <div className="base-print-small">{leg.customerName}</div>
                </td>
                <td>
                  {[paperTime(stop?.windowStart ?? null), paperTime(stop?.windowEnd ?? null)]
                    .filter(Boolean)
                    .join(' ~ ') || `计划 ${paperTime(stop?.planArriveTime ?? null) || none}`}
                </td>
                <td>
                  {goodsOf(goods, piecesAboard(leg))}
                  <div className="base-print-small">{goods ? tempWish(goods) : ''}</div>
                </td>
                <td className="num">{formatNumber(leg.planPieces)}</td>
                <td className="num">{formatNumber(leg.weightKg, 2)}</td>
                <CountCell pieces={loadedPieces(leg)} />
                <td className="transport-print-write" />
                <td className="transport-print-write transport-print-write-wide" />
              </tr>
            );
          })}
          <tr className="transport-print-sum">
            <td colSpan={5}>合计 {legs.length} 张提货单</td>
            <td className="num">{formatNumber(sums.planned)}</td>
            <td className="num">{formatNumber(w.totalWeight, 2)}</td>
            <CountCell pieces={sums.loaded} />
            <td colSpan={2} />
          </tr>
        </tbody>
      </table>
      <Signs names={['调度签字', '司机签字', '入库收货签字', '日期']} />
    </Sheet>
  );
}

/** 装车清单: in the order in which goods go in; the last stop's first. */
export function LoadingPaper({ waybill: w, company, foot }: PaperProps) {
  const cargo = new Map(w.cargo.map((one) => [one.orderCode, one]));
  const legs = [...w.legs].sort((x, y) => (x.loadSeq ?? 0) - (y.loadSeq ?? 0) || y.toSeq - x.toSeq);
  const sums = sumPieces(legs);
  return (
    <Sheet company={company} title="装车清单" code={w.waybillCode} foot={foot}>
      <Grid cells={[...crewCells(w), ['计划发车', paperTime(w.planDepartTime)], ...loadCells(w)]} />
      <table className="base-print-table">
        <thead>
          <tr>
            <th>装车序</th>
            <th>温区</th>
            <th>卸站</th>
            <th>订单号</th>
            <th>收货人</th>
            <th>货物</th>
            <th>温度要求</th>
            <th className="num">计划件</th>
            <th className="num">重量(kg)</th>
            <th className="num">体积(m³)</th>
            <th className="num">实装件</th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => {
            const goods = cargo.get(leg.orderCode);
            return (
              <tr key={leg.orderCode}>
                <td>{leg.loadSeq ?? none}</td>
                <td>{leg.compartmentNo ?? none}</td>
                <td>{leg.toSeq}</td>
                <td className="base-print-nowrap">{leg.orderCode}</td>
                <td>{leg.receiver}</td>
                <td>{goodsOf(goods, piecesAboard(leg))}</td>
                <td>{goods ? tempWish(goods) : none}</td>
                <td className="num">{formatNumber(leg.planPieces)}</td>
                <td className="num">{formatNumber(leg.weightKg, 2)}</td>
                <td className="num">{formatNumber(leg.volumeM3, 3)}</td>
                <CountCell pieces={loadedPieces(leg)} />
              </tr>
            );
          })}
          <tr className="transport-print-sum">
            <td colSpan={7}>合计 {legs.length} 单</td>
            <td className="num">{formatNumber(sums.planned)}</td>
            <td className="num">{formatNumber(w.totalWeight, 2)}</td>
            <td className="num">{formatNumber(w.totalVolume, 3)}</td>
            <CountCell pieces={sums.loaded} />
          </tr>
        </tbody>
      </table>
      <Signs names={['装车员', '司机', '装车完成时间']} />
    </Sheet>
  );
}

/** 交接单: what changes hands at each stop, piece by piece, with its temperature. */
export function HandoverPaper({ waybill: w, company, foot }: PaperProps) {
  const cargo = new Map(w.cargo.map((one) => [one.orderCode, one]));
  return (
    <Sheet company={company} title="货物温度交接单" code={w.waybillCode} foot={foot}>
      <Grid cells={[...crewCells(w), ['实际发车', paperTime(w.actualDepartTime)], ...loadCells(w)]} />
      <table className="base-print-table">
        <thead>
          <tr>
            <th>卸站</th>
            <th>订单号</th>
            <th>客户 / 收货人</th>
            <th className="transport-print-goods">货物 / 温度要求</th>
            <th className="num">应交件 / kg</th>
            <th>实交件</th>
            <th>破损</th>
            <th>货温(℃)</th>
            <th>厢温(℃)</th>
            <th>接收人 / 时间</th>
          </tr>
        </thead>
        <tbody>
          {w.legs.map((leg) => {
            const goods = cargo.get(leg.orderCode);
            return (
              <tr key={leg.orderCode}>
                <td>{leg.toSeq}</td>
                <td className="base-print-nowrap">
                  {leg.orderCode}
                  <div className="base-print-small">{goods?.customerOrderNo}</div>
                </td>
                <td>
                  {leg.customerName}
                  <div>{leg.receiver}</div>
                </td>
                <td>
                  {goodsOf(goods, piecesAboard(leg))}
                  <div className="base-print-small">{goods ? tempWish(goods) : ''}</div>
                </td>
                <td className="num">
                  {formatNumber(piecesAboard(leg))}
                  <div className="base-print-small">{formatNumber(leg.weightKg, 2)}</div>
                </td>
                <td className="transport-print-write" />
                <td className="transport-print-write" />
                <td className="transport-print-write" />
                <td className="transport-print-write" />
                <td className="transport-print-write transport-print-write-wide" />
              </tr>
            );
          })}
        </tbody>
      </table>
      <Signs names={['交货人', '司机', '接收人', '日期']} />
    </Sheet>
  );
}
