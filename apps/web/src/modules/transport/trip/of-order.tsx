import { transportationStatus } from '@tongda/contract/transport/enums';
import { type OrderLeg, orderLegs } from '@tongda/contract/transport/trip/live';
import { piecesAboard } from '@tongda/contract/transport/waybill/dock/counting';
import { legType } from '@tongda/contract/transport/waybill/enums';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, minuteText, none } from '../../../kit/show/format';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { useTripLinks, waybillLink } from './links';
import { Eta } from './live-panel';
import { OrderWayMap } from './way-of-order';
import './styles.css';

const tones = { 0: 'amber', 1: 'green', 2: 'grey' };

/** 运输信息: the legs of an order, one by one. */
export function OrderTrip({ orderCode }: { orderCode: string }) {
  const answer = useAsk(orderLegs, { orderCode }, { refetchInterval: 60_000 });
  const links = useTripLinks();
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  if (answer.data.length === 0) return <Empty title="还没有配载" text="配载后，这里显示每一段的车辆、时间和预计到达" />;
  return (
    <>
      <OrderWayMap orderCode={orderCode} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard */}
      <section className="transport-trip-scroll" tabIndex={0} aria-label="运输段">
        <table className="transport-trip-table">
          <thead>
            <tr>
              <th>运输段</th>
              <th>运单 / 件数</th>
              <th>车辆 / 司机</th>
              <th>起 → 止</th>
              <th>发车 / 到达</th>
              <th className="num">达标率</th>
              <th>车辆数据</th>
            </tr>
          </thead>
          <tbody>
            {answer.data.map((leg) => (
              <tr key={`${leg.waybillCode} ${leg.planDepartTime}`}>
                <td>
                  <StateDot of={transportationStatus} tones={tones} code={leg.transportationStatus} />
                  <span className="td-cap">{legType.label(leg.legType)}</span>
                </td>
                <td>
                  <Link to={waybillLink(leg.waybillKind, leg.waybillCode)}>{leg.waybillCode}</Link>
                  <span className="td-cap">{formatNumber(piecesAboard(leg))} 件</span>
                </td>
                <td>
                  {leg.plateNo ? dottedPlate(leg.plateNo) : none}
                  <span className="td-cap">{leg.driverName}</span>
                  <span className="td-cap">{leg.driverPhone}</span>
                </td>
                <td className="transport-trip-way">
                  {leg.fromName} → {leg.toName}
                </td>
                <td>
                  {leg.departTime ? `发 ${minuteText(leg.departTime)}` : `计划发 ${minuteText(leg.planDepartTime)}`}
                  <div>
                    <Arrival leg={leg} />
                  </div>
                </td>
                <td className="num">
                  {leg.tempCompliance === null ? none : `${formatNumber(leg.tempCompliance, 2)}%`}
                </td>
                <td>
                  <TripLinks {...links(leg)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Arrival({ leg }: { leg: OrderLeg }) {
  if (leg.arriveTime) return <>到 {minuteText(leg.arriveTime)}</>;
  if (leg.etaTime)
    return (
      <>
        预计到 <Eta time={leg.etaTime} late={leg.late} delayMin={leg.delayMin} />
      </>
    );
  return (
    <>
      {leg.planArriveTime ? `计划到 ${minuteText(leg.planArriveTime)}` : none}
      {leg.late === 'onTime' ? null : <Eta time={null} late={leg.late} delayMin={leg.delayMin} />}
    </>
  );
}

function TripLinks({ trajectory, alarms }: { trajectory: string | null; alarms: string | null }) {
  if (!trajectory && !alarms) return none;
  return (
    <span className="transport-trip-links">
      {trajectory ? <Link to={trajectory}>轨迹</Link> : null}
      {alarms ? <Link to={alarms}>报警</Link> : null}
    </span>
  );
}
