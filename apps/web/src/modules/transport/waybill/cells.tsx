import { coolerStatus } from '@tongda/contract/resources/device/enums';
import { transportStatus } from '@tongda/contract/transport/enums';
import { lateOfLevel, lateText } from '@tongda/contract/transport/figures';
import { loadedPieces } from '@tongda/contract/transport/waybill/dock/counting';
import { driverConfirmStatus, stowStatus } from '@tongda/contract/transport/waybill/enums';
import type { WaybillRow } from '@tongda/contract/transport/waybill/shapes';
import { Link } from 'react-router';
import { formatNumber, formatTemp, minuteText, none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
import { Eta, SuspectMark } from '../trip/door';
import './styles.css';
import { etaText, etaTitle } from '../parts/eta';

const tones = {
  [transportStatus.toDepart]: 'amber',
  [transportStatus.inTransit]: 'green',
  [transportStatus.complete]: 'grey',
};

export const TransportDot = ({ status }: { status: number }) => (
  <StateDot of={transportStatus} tones={tones} code={status} />
);

const confirmTones = {
  [driverConfirmStatus.waiting]: 'grey',
  [driverConfirmStatus.accepted]: 'green',
  [driverConfirmStatus.refused]: 'red',
};
/** Whether the driver accepted the trip. Nothing before it is given to him, and nothing once he has left without answering. */
function DriverAnswer({ row }: { row: WaybillRow }) {
  const { driverConfirm, transportStatus: state, stowStatus: stowed } = row;
  const asked = state === transportStatus.toDepart && stowed >= stowStatus.stowed;
  if (driverConfirm === driverConfirmStatus.waiting && !asked) return none;
  return <StateDot of={driverConfirmStatus} tones={confirmTones} code={driverConfirm} />;
}

/** The fuller of weight and volume, %. */
export const loadRate = (row: Pick<WaybillRow, 'loadRateWeight' | 'loadRateVolume'>): number | null =>
  row.loadRateWeight === null && row.loadRateVolume === null
    ? null
    : Math.max(row.loadRateWeight ?? 0, row.loadRateVolume ?? 0);

/** How full the truck is, marked when hardly anything more fits. */
export const Rate = ({ percent }: { percent: number | null }) =>
  percent === null ? (
    none
  ) : (
    <span className={percent > 95 ? 'transport-waybill-warn' : undefined}>{formatNumber(percent, 1)}%</span>
  );

export const coolerTones = {
  [coolerStatus.preCooling]: 'amber',
  [coolerStatus.done]: 'green',
  [coolerStatus.stopped]: 'red',
};

/** Pieces of a trip. Until it leaves they are what is planned and not what is on the truck, and said to be so. */
export const TotalPieces = ({ row }: { row: Pick<WaybillRow, 'transportStatus' | 'totalPieces'> }) =>
  row.transportStatus === transportStatus.toDepart ? (
    <span className="td-quiet">计划 {formatNumber(row.totalPieces)}</span>
  ) : (
    formatNumber(row.totalPieces)
  );

/** A box whose temperature is further than this from the set one is marked in colour, ℃. */
const offC = 3;
/** A departure may be this many minutes late before the list says so. */
const graceMin = 15;

export const waybillCells = (page: (row: WaybillRow) => string): Cells<WaybillRow> => ({
  waybillCode: (row) => <Link to={page(row)}>{row.waybillCode}</Link>,
  transportStatus: (row) => (
    <>
      <TransportDot status={row.transportStatus} />
      <SuspectMark time={row.suspectDepartTime} />
      {row.closeReason ? <span className="transport-waybill-mark">{row.closeReason}</span> : null}
    </>
  ),
  stowStatus: (row) => stowStatus.label(row.stowStatus),
  driverConfirm: (row) => <DriverAnswer row={row} />,
  plateNo: (row) => (row.plateNo ? <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> : none),
  stopDone: (row) => `${row.stopDone}/${row.stopCount}`,
  signedCount: (row) => `${row.signedCount}/${row.orderCount}`,
  totalPieces: (row) => <TotalPieces row={row} />,
  loadPieces: (row) => (
    <span
      className={loadedPieces(row) !== null && row.loadPieces !== row.planPieces ? 'transport-waybill-warn' : undefined}
      title={`计划 ${row.planPieces} 件`}
    >
      {formatNumber(loadedPieces(row))}
    </span>
  ),
  totalWeight: (row) => formatNumber(row.totalWeight, 2),
  totalVolume: (row) => formatNumber(row.totalVolume, 3),
  loadRateWeight: (row) => <Rate percent={row.loadRateWeight} />,
  loadRateVolume: (row) => <Rate percent={row.loadRateVolume} />,
  coolerStatus: (row) =>
    row.setTemp === null || row.coolerStatus === null ? (
      none
    ) : (
      <StateDot of={coolerStatus} tones={coolerTones} code={row.coolerStatus} />
    ),
  temperatureTypes: (row) => <TempClasses codes={row.temperatureTypes} />,
  boxTemp: (row) => (
    <span
      className={
        row.boxTemp !== null && row.setTemp !== null && Math.abs(row.boxTemp - row.setTemp) > offC
          ? 'transport-waybill-warn'
          : undefined
      }
    >
      {formatTemp(row.boxTemp)} / {formatTemp(row.setTemp)} ℃
    </span>
  ),
  planDepartTime: (row) => (
    <>
      {minuteText(row.planDepartTime)}
      {row.transportStatus === transportStatus.toDepart && row.departLateMin > graceMin ? (
        <span className="transport-waybill-mark transport-waybill-late">{lateText('late', row.departLateMin)}</span>
      ) : null}
    </>
  ),
  actualDepartTime: (row) => minuteText(row.actualDepartTime),
  etaTime: (row) => <Eta time={row.etaTime} late={lateOfLevel(row.delayLevel)} delayMin={row.delayMin} />,
  endEtaTime: (row) => <span title={etaTitle(row.endEtaTime)}>{etaText(row.endEtaTime)}</span>,
  place: (row) => (row.place ? <span title={row.place}>{row.place}</span> : none),
  zoneTemps: (row) =>
    row.zoneTemps.length === 0 ? none : row.zoneTemps.map(({ no, tempC }) => `${no}区 ${formatTemp(tempC)}`).join('、'),
  drivenKm: (row) => (row.drivenKm === null ? none : formatNumber(row.drivenKm, 1)),
  codAmount: (row) => (row.codAmount === 0 ? none : formatNumber(row.codAmount, 2)),
  receiptBack: (row) => (row.receiptCount === 0 ? none : `${row.receiptBack}/${row.receiptCount}`),
  planArriveTime: (row) => minuteText(row.planArriveTime),
  actualArriveTime: (row) => minuteText(row.actualArriveTime),
  nextStop: (row) => row.nextStop ?? none,
});
