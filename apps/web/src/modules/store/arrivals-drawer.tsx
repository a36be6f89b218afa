import { columns } from '@tongda/contract/core/columns';
import { href, routes } from '@tongda/contract/routes';
import { type StoreArrival, storeArrivals } from '@tongda/contract/store/arrivals';
import type { StoreRow } from '@tongda/contract/store/store';
import { Drawer } from 'antd';
import { Link } from 'react-router';
import type { Cells } from '../../kit/data-table';
import { duration, none, num, shortTime } from '../../kit/format';
import { InnerList } from '../../kit/inner-list';
import { PlateChip } from '../../kit/plate-chip';

const arrivalColumns = columns<StoreArrival>()([
  { value: 'plateNo', label: '车牌号', width: 112 },
  { value: 'driverName', label: '司机', width: 76 },
  { value: 'arriveTime', label: '到店时间', width: 124 },
  { value: 'leaveTime', label: '离店时间', width: 124 },
  { value: 'scanTime', label: '司机扫码', width: 112 },
  { value: 'stayMin', label: '停留', width: 96 },
  { value: 'tempC', label: '到店温度(℃)', width: 216, align: 'right' },
  { value: 'doorOpens', label: '开门次数', width: 76, align: 'right' },
  { value: 'waybillCode', label: '运单', width: 140 },
]);
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
  stayMin: (row) => (row.passing ? <span className="td-quiet">途经</span> : duration(row.stayMin * 60)),
  tempC: (row) => {
    const known = row.tempC.filter((value) => value !== null);
    return known.length === 0 ? none : known.map((value) => num(value, 1)).join(' / ');
  },
  waybillCode: (row) => row.waybillCode ?? none,
};

/** 到店证据: who came, when, how long, and how cold the box was. */
export function ArrivalsDrawer({ store, close }: { store: StoreRow; close: () => void }) {
  return (
    <Drawer
      open
      size={1090}
      title={`${store.storeName} 到店证据`}
      styles={{ body: { paddingBlock: 12 } }}
      onClose={close}
    >
      <p className="td-cap" style={{ margin: '0 0 8px' }}>
        按车辆进出门店围栏自动记录，时间取越过围栏的时刻；到店温度为进入围栏前后10分钟内最近一次上报；司机扫码为司机到店时扫门店收货二维码的时刻。
      </p>
      <InnerList<StoreArrival>
        of={storeArrivals}
        columns={arrivalColumns}
        cells={cells}
        fixed={{ id: store.id }}
        empty={store.locateStatus === 0 ? '门店还没有定位，定位后开始记录到店' : '还没有车辆到店'}
      />
    </Drawer>
  );
}
