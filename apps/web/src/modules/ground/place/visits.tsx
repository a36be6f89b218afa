import { type PlaceVisit, placeVisits } from '@tongda/contract/ground/place/visits';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Checkbox, DatePicker, Input, Modal, Table } from 'antd';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatDuration, formatNumber, minuteText, none } from '../../../kit/show/format';
import { dottedPlate, PlateChip } from '../../../kit/show/plate/chip';
import { Empty, ErrorState } from '../../../kit/show/states';

const wire = 'YYYY-MM-DD HH:mm:ss';
const latest = 5;
const clockText = (time: string | null): string => minuteText(time, '在内');

/** The last visits on the card, and a button that opens all of them. */
export function Visits({ id, all }: { id: string; all: () => void }) {
  const visits = useAsk(placeVisits, { id, page: 1, size: latest }, { refetchInterval: 60_000 });
  const { list = [], total = 0 } = visits.data ?? {};
  return (
    <section className="ground-place-part">
      <div className="ground-place-when">
        <h3>
          进出记录 <span>{formatNumber(total)}</span>
        </h3>
        {total > 0 ? (
          <Button type="link" size="small" onClick={all}>
            查看全部
          </Button>
        ) : null}
      </div>
      {visits.error ? <ErrorState error={visits.error} retry={() => void visits.refetch()} /> : null}
      {list.map((visit) => (
        <Link key={visit.id} to={trackOf(visit)} title="查看轨迹">
          {dottedPlate(visit.plateNo)}
          <span className="td-cap">
            {clockText(visit.inTime)} 至 {clockText(visit.outTime)}，{stayOf(visit)}
          </span>
        </Link>
      ))}
      {visits.isSuccess && total === 0 ? <p className="td-cap">还没有车辆进出</p> : null}
    </section>
  );
}

const stayOf = ({ stayMin, passing }: PlaceVisit): string => (passing ? '路过' : formatDuration(stayMin * 60));

/** The vehicle's way from half an hour before it came in until half an hour after it left. */
function trackOf({ vehicleId, inTime, outTime }: PlaceVisit): string {
  const startTime = dayjs(inTime).subtract(30, 'minute').format(wire);
  const endTime = (outTime ? dayjs(outTime) : dayjs(inTime).add(1, 'day')).add(30, 'minute').format(wire);
  return href(routes.trajectory, 'community', { vehicleId, startTime, endTime });
}

/** 进出记录: all visits of a place, by vehicle and time. */
export function VisitsDialog({ id, name, close }: { id: string; name: string; close: () => void }) {
  const [plateNo, setPlate] = useState('');
  const [range, setRange] = useState<[Dayjs, Dayjs] | null>(null);
  const [stays, setStays] = useState(false);
  const [{ page, size }, setPage] = useState({ page: 1, size: 10 });
  const asked = {
    id,
    page,
    size,
    stays,
    plateNo: plateNo || undefined,
    startTime: range?.[0].startOf('day').format(wire),
    endTime: range?.[1].endOf('day').format(wire),
  };
  const visits = useAsk(placeVisits, asked, { keep: true });
  const anew = (change: () => void): void => {
    change();
    setPage({ page: 1, size });
  };
  return (
    <Modal open title={`进出记录 ${name}`} width={760} footer={null} onCancel={close}>
      <div className="ground-place-visits-tools">
        <Input.Search
          allowClear
          placeholder="车牌号"
          aria-label="车牌号"
          style={{ width: 180 }}
          onSearch={(text) => anew(() => setPlate(text.trim()))}
        />
        <DatePicker.RangePicker
          aria-label="日期"
          value={range}
          onChange={(chosen) => {
            const [from, to] = chosen ?? [];
            anew(() => setRange(from && to ? [from, to] : null));
          }}
        />
        <Checkbox checked={stays} onChange={(event) => anew(() => setStays(event.target.checked))}>
          不含路过
        </Checkbox>
      </div>
      {visits.error ? (
        <ErrorState error={visits.error} retry={() => void visits.refetch()} />
      ) : (
        <Table<PlaceVisit>
          size="small"
          rowKey="id"
          loading={visits.isPending}
          dataSource={visits.data?.list ?? []}
          locale={{ emptyText: <Empty title="没有进出记录" text="换个车牌号或日期再查" /> }}
          pagination={{
            current: page,
            pageSize: size,
            total: visits.data?.total ?? 0,
            pageSizeOptions: [5, 10, 15, 20],
            showSizeChanger: true,
            showTotal: (total) => `共 ${visits.data ? formatNumber(total) : none} 条`,
            onChange: (to, length) => setPage({ page: to, size: length }),
          }}
          columns={[
            {
              title: '车辆',
              width: 130,
              render: (_, visit) => (
                <Link to={trackOf(visit)} title="查看轨迹">
                  <PlateChip plateNo={visit.plateNo} colour={visit.vehicleColor} />
                </Link>
              ),
            },
            { title: '司机', width: 90, render: (_, { driverName }) => driverName || none },
            { title: '进入时间', width: 170, dataIndex: 'inTime' },
            { title: '离开时间', width: 170, render: (_, { outTime }) => outTime ?? '仍在内' },
            { title: '停留', render: (_, visit) => stayOf(visit) },
          ]}
        />
      )}
    </Modal>
  );
}
