import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { type BoardVehicle, stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { DatePicker, Input } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { useAct } from '../../../../kit/call/use-act';
import { AtField } from '../../../../kit/dialog/act-bar';
import { ActDialog } from '../../../../kit/dialog/form';
import { type Found, RemoteSelect } from '../../../../kit/form/input/remote-select';
import { formatNumber, wireTime } from '../../../../kit/show/format';
import { searchDrivers } from '../../../base/reference/door';
import { nothingNewer, type Versioned } from '../versioned';
import { temperatureWords } from './add-vehicle';
import { useLateWord } from './late-word';
import '../styles.css';

/** Vehicles that may be sent out, by plate or driver, also by initials; beside each what it carries, at which temperature, and whose it is. */
export const searchVehicles = async (keyword: string): Promise<Found[]> =>
  (await call(stowageVehicles, undefined, { quiet: true }))
    .filter(
      ({ plateNo, driverName, vehicleStatus }) =>
        vehicleStatus === 0 && pinyinMatch(`${plateNo} ${driverName}`, keyword),
    )
    .slice(0, 50)
    .map((vehicle) => ({ id: vehicle.vehicleId, name: vehicle.plateNo, note: noteOf(vehicle) }));

const noteOf = ({ ratedLoadKg, boxVolumeM3, driverName, compartments, busy }: BoardVehicle): string =>
  [
    `${formatNumber((ratedLoadKg ?? 0) / 1000, 1)} t / ${formatNumber(boxVolumeM3, 1)} m³`,
    temperatureWords({ compartments }),
    driverName,
    busy.length > 0 ? `已排${busy.length}趟` : '',
  ]
    .filter(Boolean)
    .join(' ');

interface VehicleChoice {
  vehicleId: string;
  driverId: string | null;
  planDepartTime: string;
  reason: string;
  /** why it goes although it comes late; empty: nobody said */
  lateReason: string;
  /** newest known version, where one was given */
  version: number;
}

type VehicleDialogProps<O> = Versioned & {
  title: string;
  ok: string;
  hint?: string;
  /** asks when it leaves */
  depart?: boolean;
  /** asks why: 改派原因 */
  reason?: string;
  /** asks why it goes all the same (晚到放行), after a refusal for nothing but lateness */
  late?: boolean;
  send: (choice: VehicleChoice) => Promise<O>;
  /** the sentence of the toast when it worked */
  told: (answer: O) => string;
  /** what follows when it worked */
  done: () => void;
  close: () => void;
};

const halfHourMs = 1_800_000;

/** Chooses a vehicle (and another driver than its own) for a task. */
export function VehicleDialog<O>(props: VehicleDialogProps<O>) {
  const { title, ok, hint, depart, reason, late, send, told, done, version = 0, fresh = nothingNewer, close } = props;
  const [vehicleId, setVehicleId] = useState<string | null>(null);
  const [driverId, setDriverId] = useState<string | null>(null);
  const [planDepartTime, setTime] = useState(() =>
    wireTime(Math.ceil((Date.now() + halfHourMs) / halfHourMs) * halfHourMs),
  );
  const [why, setWhy] = useState('');
  const [lateReason, setLateReason] = useState('');
  const [asksLate, setAsksLate] = useState(false);
  const lateWord = useLateWord();
  const failed = (error: unknown): boolean => {
    if (late && lateWord(error) !== null) setAsksLate(true);
    // what was refused is told all the same
    return false;
  };
  const act = useAct(send, { fresh, told, done, failed });
  return (
    <ActDialog
      act={act}
      input={{
        vehicleId: vehicleId ?? '',
        driverId,
        planDepartTime,
        reason: why.trim(),
        lateReason: lateReason.trim(),
        version,
      }}
      ready={vehicleId !== null && (reason === undefined || why.trim().length >= 2)}
      close={close}
      width={460}
      title={title}
      okText={ok}
    >
      {hint ? <p className="td-cap">{hint}</p> : null}
      <div className="transport-waybill-sign">
        <div className="transport-waybill-field">
          车辆
          <AtField name="vehicleId">
            <RemoteSelect
              label="车辆"
              search={searchVehicles}
              value={vehicleId}
              onChange={(id) => setVehicleId(id ?? null)}
              placeholder="输入车牌或司机"
            />
          </AtField>
        </div>
        <div className="transport-waybill-field">
          司机
          <AtField name="driverId">
            <RemoteSelect
              label="司机"
              search={searchDrivers}
              value={driverId}
              onChange={(id) => setDriverId(id ?? null)}
              placeholder="默认取车辆的司机"
            />
          </AtField>
        </div>
        {depart ? (
          <div className="transport-waybill-field">
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
        {reason === undefined ? null : <Line label={reason} placeholder="至少2个字" value={why} change={setWhy} />}
        {asksLate ? (
          <Line
            label="晚到原因"
            placeholder="晚于要求时间，说明原因后可以放行"
            value={lateReason}
            change={setLateReason}
          />
        ) : null}
      </div>
    </ActDialog>
  );
}

interface LineProps {
  label: string;
  placeholder: string;
  value: string;
  change: (value: string) => void;
}

const Line = ({ label, placeholder, value, change }: LineProps) => (
  <div className="transport-waybill-field">
    {label}
    <Input
      aria-label={label}
      value={value}
      maxLength={100}
      placeholder={placeholder}
      onChange={(event) => change(event.target.value)}
    />
  </div>
);
