import { columns } from '@tongda/contract/core/columns';
import { arrivalEvidence } from '@tongda/contract/resources/enums';
import { type StoreArrival, storeArrivals } from '@tongda/contract/resources/store/arrivals';
import type { StoreRow } from '@tongda/contract/resources/store/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { Drawer } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { InnerList } from '../../../kit/list/inner';
import { formatDuration, formatNumber, none, shortTime } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import type { Cells } from '../../../kit/table/types';

const arrivalColumns = columns<StoreArrival>()([
  { value: 'plateNo', label: '车牌号', width: 112 },
  { value: 'driverName', label: '司机', width: 76 },
  { value: 'arriveTime', label: '到店时间', width: 124 },
  { value: 'leaveTime', label: '离店时间', width: 124 },
  { value: 'scanTime', label: '司机扫码', width: 112 },
  { value: 'swipeTime', label: '刷卡', width: 112 },
  { value: 'evidence', label: '证据', width: 150 },
  { value: 'stayMin', label: '停留', width: 96 },
  { value: 'tempC', label: '到店温度(℃)', width: 216, align: 'right' },
  { value: 'doorOpens', label: '开门次数', width: 76, align: 'right' },
  { value: 'waybillCode', label: '运单', width: 140 },
]);
/** The evidence of a visit, and the evidence that the store asks for and that is missing. */
function Evidence({ found, asked }: { found: readonly number[]; asked: readonly number[] }) {
  const missing = asked.filter((code) => !found.includes(code));
  if (found.length + missing.length === 0) return none;
  return (
    <>
      {found.map((code) => arrivalEvidence.label(code)).join('、')}
      {missing.length > 0 ? (
        <span className="resources-store-missing">
          {found.length > 0 ? '　' : ''}缺{missing.map((code) => arrivalEvidence.label(code)).join('、')}
        </span>
      ) : null}
    </>
  );
}

const cells: Cells<StoreArrival> = {
  plateNo: (row) => (
    <Link to={href(routes.trajectory, 'community', { vehicleId: row.vehicleId })} title="查看轨迹">
      <PlateChip plateNo={row.plateNo} colour={row.vehicleColor} />
    </Link>
  ),
  driverName: (row) => row.driverName || none,
  arriveTime: (row) => (
    <span title={`${row.arriveTime}${row.doubtSec > 0 ? `（±${row.doubtSec}秒）` : ''}`}>
      {shortTime(row.arriveTime)}
    </span>
  ),
  leaveTime: (row) =>
    row.leaveTime ? (
      <span title={row.leaveTime}>{shortTime(row.leaveTime)}</span>
    ) : (
      <span className="td-dot" data-tone="green">
        在店
      </span>
    ),
  scanTime: (row) => (row.scanTime ? <span title={row.scanTime}>{shortTime(row.scanTime)}</span> : none),
  swipeTime: (row) => (row.swipeTime ? <span title={row.swipeTime}>{shortTime(row.swipeTime)}</span> : none),
  stayMin: (row) => (row.passing ? <span className="td-quiet">途经</span> : formatDuration(row.stayMin * 60)),
  tempC: (row) => {
    const known = row.tempC.filter((value) => value !== null);
    return known.length === 0 ? none : known.map((value) => formatNumber(value, 1)).join(' / ');
  },
  waybillCode: (row) => row.waybillCode ?? none,
};

/** 到店证据: the visits to a store with stay, temperatures and evidence. */
export function ArrivalsDrawer({
  store,
  close,
}: {
  store: Pick<StoreRow, 'id' | 'storeName' | 'locateStatus' | 'evidence'>;
  close: () => void;
}) {
  const { evidence } = store;
  const drawn = useMemo(
    (): Cells<StoreArrival> => ({
      ...cells,
      evidence: (row) => <Evidence found={row.evidence} asked={row.passing ? [] : evidence} />,
    }),
    [evidence],
  );
  return (
    <Drawer
      open
      size={1340}
      title={`${store.storeName} 到店证据`}
      styles={{ body: { paddingBlock: 12 } }}
      onClose={close}
    >
      <p className="td-cap" style={{ margin: '0 0 8px' }}>
        按车辆进出门店围栏自动记录，时间取越过围栏的时刻；到店温度为进入围栏前后10分钟内最近一次上报；司机扫码为司机到店时扫门店收货二维码的时刻；刷卡为门店卡在车上读卡器刷过的时刻（距门店500 m以内）。
      </p>
      <InnerList<StoreArrival>
        of={storeArrivals}
        columns={arrivalColumns}
        cells={drawn}
        fixed={{ id: store.id }}
        empty={store.locateStatus === 0 ? '门店还没有定位，定位后开始记录到店' : '还没有车辆到店'}
      />
    </Drawer>
  );
}
