import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { tmsLogPage } from '@tongda/contract/transport/order/calls';
import { orderSign, type WaybillCalls } from '@tongda/contract/transport/waybill/calls';
import { legType, stowStatus } from '@tongda/contract/transport/waybill/enums';
import type { WaybillDetail, WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can, useCan } from '../../../kit/session/can';
import { formatNumber, formatTemp, minuteText, none, shortTime } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { TempClasses } from '../../../kit/show/temp-class';
import type { RowAction } from '../../../kit/table/types';
import { LinesTable } from '../../../kit/work/lines-table';
import { DriverRecords } from '../driver-app/door';
import { OrderStatusRing } from '../order/door';
import { WaybillPrint } from '../print/door';
import { LivePanel, SuspectMark, WaybillTemperature } from '../trip/door';
import { loadRate, TransportDot } from './cells';
import { WaybillLog } from './log';
import { OrderLink } from './order-link';
import { placeWord } from './place-word';
import { WaybillRecords } from './records';
import { SignDialog } from './sign/dialog';
import { LoadCount } from './stow/load-count';
import { StopList, TripMap } from './stow/stops/list';
import { tripPieces } from './trip-pieces';
import { useWaybillActions } from './use-actions';

interface WaybillCheckProps {
  calls: WaybillCalls;
  list: string;
  pages: { check: (code: string) => string; edit: (code: string) => string; board: (code: string) => string };
}

/** The page of one waybill: its stops, its orders, what was checked at departures and counted at arrivals, and the log. */
export function WaybillCheck({ calls, list, pages }: WaybillCheckProps) {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const answer = useAsk(calls.detail, { id }, { when: id !== '', refetchInterval: 60_000 });
  const changed = (): void => {
    void answer.refetch();
    void invalidate(calls.page);
    void invalidate(calls.statusCount);
    void invalidate(tmsLogPage);
  };
  const { actions, dialog } = useWaybillActions(calls, pages, changed);
  const back = <Button onClick={() => void navigate(list)}>返回列表</Button>;
  if (id === '') return <Empty title={`没有指定${calls.noun}`} action={back} />;
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const waybill = answer.data;
  return (
    <>
      <DetailPage
        back={list}
        title={waybill.waybillCode}
        status={
          <>
            <TransportDot status={waybill.transportStatus} />
            {waybill.transportStatus === transportStatus.toDepart ? (
              <span className="td-cap">{stowStatus.label(waybill.stowStatus)}</span>
            ) : null}
            <SuspectMark time={waybill.suspectDepartTime} />
            {waybill.closeReason ? <span className="td-cap">{waybill.closeReason}</span> : null}
          </>
        }
        actions={
          <>
            <WaybillPrint kind={calls.kind} codes={[waybill.waybillCode]} />
            {actions(waybill)
              .filter(({ label }) => label !== '详情')
              .reverse()
              .map((action) => (
                <Verb key={action.label} action={action} />
              ))}
          </>
        }
        tabs={[
          {
            key: 'trip',
            name: '行程',
            content: () => (
              <>
                <TripMap waybill={waybill} />
                <StopList waybill={waybill} />
              </>
            ),
          },
          {
            key: 'goods',
            name: '装载清单',
            content: () => <Goods calls={calls} waybill={waybill} changed={changed} />,
          },
          {
            key: 'temperature',
            name: '温度',
            content: () => <WaybillTemperature waybillCode={waybill.waybillCode} />,
          },
          {
            key: 'records',
            name: '发车与到站记录',
            content: () => <WaybillRecords waybill={waybill} />,
          },
          {
            key: 'driver',
            name: '司机端记录',
            content: () => <DriverRecords waybillCode={waybill.waybillCode} stops={waybill.stops} changed={changed} />,
          },
        ]}
        aside={
          <>
            <LivePanel waybillCode={waybill.waybillCode} />
            <Summary waybill={waybill} />
            <WaybillLog of={waybill} />
          </>
        }
      />
      {dialog}
    </>
  );
}

const primary = new Set(['发车', '到站']);
function Verb({ action }: { action: RowAction }) {
  const navigate = useNavigate();
  const allowed = useCan(action.can ?? { access: 'session' });
  if (!allowed) return null;
  return (
    <Button
      type={primary.has(action.label) ? 'primary' : 'default'}
      danger={action.danger}
      onClick={() => void (action.to ? navigate(action.to) : action.run?.())}
    >
      {action.label}
    </Button>
  );
}

function Summary({ waybill }: { waybill: WaybillDetail }) {
  const rate = loadRate(waybill);
  return (
    <Panel title="车辆与计划">
      <Facts
        title=""
        facts={[
          [
            '车辆',
            waybill.plateNo ? <PlateChip key="p" plateNo={waybill.plateNo} colour={waybill.vehicleColor ?? 0} /> : null,
          ],
          ['司机', [waybill.driverName, waybill.driverPhone].filter(Boolean).join(' ')],
          ['副司机', waybill.coDriverName],
          ['承运商', waybill.carrierName],
          ['件数', tripPieces(waybill)],
          ['重量 / 体积', `${formatNumber(waybill.totalWeight, 2)} kg / ${formatNumber(waybill.totalVolume, 3)} m³`],
          ['装载率', rate === null ? null : `${formatNumber(rate, 1)}%`],
          ['厢温 / 设定', `${formatTemp(waybill.boxTemp)} / ${formatTemp(waybill.setTemp)} ℃`],
          ['计划发车', minuteText(waybill.planDepartTime)],
          ['实际发车', shortTime(waybill.actualDepartTime)],
          ['计划完成', minuteText(waybill.planArriveTime)],
          ['实际完成', shortTime(waybill.actualArriveTime)],
          ['计划里程', waybill.planDistanceKm ? `${formatNumber(waybill.planDistanceKm, 1)} km` : none],
          ['铅封号', waybill.sealNo],
          ['备注', waybill.remark],
        ]}
      />
    </Panel>
  );
}

/** Goods that were handed over, or are on their last way, and that nobody signed for yet. */
const isSignable = (leg: WaybillLeg): boolean =>
  leg.final &&
  leg.orderStatus === orderStatus.inTransit &&
  (leg.transportationStatus === transportationStatus.completed ||
    (leg.transportationStatus === transportationStatus.inTransit && leg.legType === legType.delivery));

/** Who signed and when; before that the way to sign for the receiver. */
function Signed({ leg, sign }: { leg: WaybillLeg; sign: () => void }) {
  if (leg.signedAt)
    return (
      <>
        {leg.signer} {minuteText(leg.signedAt)}
        {leg.rejectPieces ? (
          <span className="transport-waybill-mark transport-waybill-late">拒收 {leg.rejectPieces} 件</span>
        ) : null}
      </>
    );
  if (!isSignable(leg)) return none;
  return (
    <Can do={orderSign}>
      <button type="button" className="td-plain kit-table-word" onClick={sign}>
        代签收
      </button>
    </Can>
  );
}

function Goods({ calls, waybill, changed }: { calls: WaybillCalls; waybill: WaybillDetail; changed: () => void }) {
  const [signing, setSigning] = useState<WaybillLeg | null>(null);
  return (
    <>
      <LinesTable
        lines={waybill.legs}
        keyOf={(leg) => leg.orderCode}
        columns={[
          {
            key: 'orderCode',
            label: '订单号',
            cell: ({ orderCode, orderStatus: status }) => (
              <>
                <OrderLink code={orderCode} />
                <span className="transport-waybill-below">
                  <OrderStatusRing status={status} />
                </span>
              </>
            ),
          },
          {
            key: 'receiver',
            label: `${placeWord(waybill.legs)} / 客户`,
            look: 'wrap',
            cell: (leg) => (
              <>
                {leg.receiver}
                <span className="transport-waybill-below">{leg.customerName}</span>
              </>
            ),
          },
          { key: 'temperature', label: '温层', cell: (leg) => <TempClasses codes={[leg.temperatureType]} /> },
          { key: 'stops', label: '装 → 卸站', num: true, cell: (leg) => `${leg.fromSeq} → ${leg.toSeq}` },
          { key: 'loadSeq', label: '装车顺序', num: true, cell: (leg) => leg.loadSeq ?? none },
          {
            key: 'pieces',
            label: '计划 / 已装 / 已卸(件)',
            num: true,
            cell: (leg) => (
              <LoadCount
                key={`${leg.loadPieces} ${leg.loadCounted}`}
                calls={calls}
                waybill={waybill}
                leg={leg}
                changed={changed}
              />
            ),
          },
          {
            key: 'weight',
            label: '重量 / 体积',
            num: true,
            cell: (leg) => (
              <>
                {formatNumber(leg.weightKg, 2)} kg
                <span className="transport-waybill-below">{formatNumber(leg.volumeM3, 3)} m³</span>
              </>
            ),
          },
          { key: 'signed', label: '签收', cell: (leg) => <Signed leg={leg} sign={() => setSigning(leg)} /> },
        ]}
      />
      {signing ? (
        <SignDialog
          orderCode={signing.orderCode}
          receiver={signing.receiver}
          pieces={signing.unloadPieces ?? signing.loadPieces}
          done={changed}
          close={() => setSigning(null)}
        />
      ) : null}
    </>
  );
}
