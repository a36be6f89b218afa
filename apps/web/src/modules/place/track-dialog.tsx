import type { Output } from '@tongda/contract/core/endpoint';
import { placeSource } from '@tongda/contract/enums/place';
import { lineFromTrack } from '@tongda/contract/place/find';
import { shapeLimits } from '@tongda/contract/place/shape';
import { Button, DatePicker, Form, InputNumber, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../kit/api';
import { num, wireTime } from '../../kit/format';
import { reportError } from '../../kit/notify';
import { VehiclePicker } from '../vehicle/pick';
import type { NewPlace } from './place-form';

type Line = Output<typeof lineFromTrack>;
const wire = 'YYYY-MM-DD HH:mm:ss';

/** 轨迹生成线路: the way that a vehicle drove, thinned, as an electronic line to draw on. */
export function TrackDialog({ begin, close }: { begin: (place: NewPlace) => void; close: () => void }) {
  const now = dayjs(wireTime(Date.now()));
  const [vehicleId, setVehicleId] = useState<string>();
  const [range, setRange] = useState<[Dayjs, Dayjs]>([now.startOf('day'), now]);
  const [toleranceM, setTolerance] = useState(30);
  const [line, setLine] = useState<Line | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    if (!vehicleId) return;
    setBusy(true);
    try {
      const [from, to] = range;
      setLine(
        await call(lineFromTrack, { vehicleId, startTime: from.format(wire), endTime: to.format(wire), toleranceM }),
      );
    } catch (error) {
      setLine(null);
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  const take = (): void => {
    if (!line) return;
    begin({
      kind: 'line',
      source: placeSource.track,
      shape: { kind: 'line', points: line.points, halfWidthM: shapeLimits.halfWidth.usual },
    });
  };
  return (
    <Modal
      open
      title="由轨迹生成电子线路"
      width={520}
      okText="在地图上编辑"
      cancelText="取消"
      okButtonProps={{ disabled: !line }}
      onOk={take}
      onCancel={close}
    >
      <Form layout="vertical">
        <Form.Item label="车辆" htmlFor="track-vehicle">
          <VehiclePicker id="track-vehicle" value={vehicleId} onChange={setVehicleId} />
        </Form.Item>
        <Form.Item label="时段（最长3天）">
          <DatePicker.RangePicker
            showTime={{ format: 'HH:mm' }}
            format="MM-DD HH:mm"
            allowClear={false}
            value={range}
            onChange={(chosen) => {
              const [from, to] = chosen ?? [];
              if (from && to) setRange([from, to]);
            }}
          />
        </Form.Item>
        <Form.Item label="抽稀精度（越大点越少）">
          <InputNumber
            aria-label="抽稀精度"
            suffix="m"
            controls={false}
            precision={0}
            min={10}
            max={100}
            value={toleranceM}
            onChange={(value) => setTolerance(value ?? 30)}
          />
        </Form.Item>
        <Button loading={busy} disabled={!vehicleId} onClick={() => void ask()}>
          取轨迹
        </Button>
      </Form>
      {line ? (
        <p className="plc-track">
          轨迹 {num(line.sourcePoints)} 点，抽稀为 <b>{num(line.points.length)}</b> 点，长{' '}
          <b>{num(line.lengthKm, 1)}</b> km
          {line.gaps.map((gap) => (
            <span className="td-cap" key={gap.startTime}>
              {gap.startTime.slice(5, 16)} 至 {gap.endTime.slice(5, 16)} 无数据 {num(gap.km, 1)}{' '}
              km，已连直线，请在地图上修正
            </span>
          ))}
        </p>
      ) : null}
    </Modal>
  );
}
