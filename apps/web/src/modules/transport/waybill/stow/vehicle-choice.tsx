import { stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { DatePicker, Input, Modal } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { reportError } from '../../../../kit/dialog/notify';
import { type Found, RemoteSelect } from '../../../../kit/form/remote-select';
import { num, wireTime } from '../../../../kit/show/format';
import { searchDrivers } from '../../../base/reference/door';
import '../styles.css';

/** Vehicles that may be sent out, by plate. */
export const searchVehicles = async (keyword: string): Promise<Found[]> =>
  (await call(stowageVehicles, undefined, { quiet: true }))
    .filter(({ plateNo, vehicleStatus }) => vehicleStatus === 0 && plateNo.includes(keyword))
    .slice(0, 50)
    .map(({ vehicleId, plateNo, ratedLoadKg, boxVolumeM3, driverName }) => ({
      id: vehicleId,
      name: plateNo,
      note: `${num((ratedLoadKg ?? 0) / 1000, 1)} t / ${num(boxVolumeM3, 1)} m³ ${driverName}`,
    }));

interface VehicleChoice {
  vehicleId: string;
  driverId: string | null;
  planDepartTime: string;
  reason: string;
}

interface VehicleDialogProps {
  title: string;
  ok: string;
  hint?: string;
  /** asks when it leaves */
  depart?: boolean;
  /** asks why: 改派原因 */
  reason?: string;
  run: (choice: VehicleChoice) => Promise<void>;
  close: () => void;
}

const halfHourMs = 1_800_000;

/** Chooses a vehicle (and another driver than its own) for a task. */
export function VehicleDialog({ title, ok, hint, depart, reason, run, close }: VehicleDialogProps) {
  const [vehicleId, setVehicleId] = useState<string | null>(null);
  const [driverId, setDriverId] = useState<string | null>(null);
  const [planDepartTime, setTime] = useState(() =>
    wireTime(Math.ceil((Date.now() + halfHourMs) / halfHourMs) * halfHourMs),
  );
  const [why, setWhy] = useState('');
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await run({ vehicleId: vehicleId ?? '', driverId, planDepartTime, reason: why.trim() });
      close();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={460}
      title={title}
      okText={ok}
      okButtonProps={{ disabled: vehicleId === null || (reason !== undefined && why.trim().length < 2), loading: busy }}
      onOk={() => void go()}
      onCancel={close}
    >
      {hint ? <p className="td-cap">{hint}</p> : null}
      <div className="wbl-sign">
        <div className="wbl-field">
          车辆
          <RemoteSelect
            label="车辆"
            search={searchVehicles}
            value={vehicleId}
            onChange={(id) => setVehicleId(id ?? null)}
            placeholder="输入车牌"
          />
        </div>
        <div className="wbl-field">
          司机
          <RemoteSelect
            label="司机"
            search={searchDrivers}
            value={driverId}
            onChange={(id) => setDriverId(id ?? null)}
            placeholder="默认取车辆的司机"
          />
        </div>
        {depart ? (
          <div className="wbl-field">
            计划发车
            <DatePicker
              aria-label="计划发车"
              showTime={{ format: 'HH:mm', minuteStep: 5 }}
              format="MM-DD HH:mm"
              allowClear={false}
              value={dayjs(planDepartTime)}
              onChange={(day) => day && setTime(day.format('YYYY-MM-DD HH:mm:00'))}
            />
          </div>
        ) : null}
        {reason === undefined ? null : (
          <div className="wbl-field">
            {reason}
            <Input
              aria-label={reason}
              value={why}
              maxLength={100}
              placeholder="至少2个字"
              onChange={(event) => setWhy(event.target.value)}
            />
          </div>
        )}
      </div>
    </Modal>
  );
}
