import { noBreak } from '@tongda/contract/core/figure';
import { type PlaceDetail, placeChangeHis, placeDetail, placePage } from '@tongda/contract/ground/place/calls';
import {
  maxPasses,
  placePasses,
  placeSetPasses,
  type TruckPass,
  type TruckPasses,
} from '@tongda/contract/ground/place/passes';
import { stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { Button, DatePicker, Input } from 'antd';
import dayjs from 'dayjs';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { Can } from '../../../kit/session/can';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { VehiclePicker } from '../../base/vehicle-picker/door';

const spanOf = ({ validFrom, validUntil }: TruckPass): string =>
  validFrom || validUntil ? noBreak(`${validFrom ?? ''} ~ ${validUntil ?? ''}`) : '长期';

/** 通行证 of a 限行区: vehicles that it does not keep out. */
export function Passes({ place }: { place: PlaceDetail }) {
  const [editing, setEditing] = useState(false);
  const { data, refetch } = useAsk(placePasses, { id: place.id });
  if (!data) return null;
  return (
    <section className="ground-place-part ground-place-passes" aria-label="通行证">
      <h3>
        通行证
        <Can do={placeSetPasses}>
          <Button type="link" size="small" onClick={() => setEditing(true)}>
            {data.passes.length > 0 ? '编辑' : '添加'}
          </Button>
        </Can>
      </h3>
      {data.passes.length === 0 ? <p className="td-cap">没有车辆持证，限行时段内都会提醒</p> : null}
      <ul>
        {data.passes.map((pass) => (
          <li key={pass.vehicleId}>
            <b>{dottedPlate(pass.plateNo)}</b> {pass.passNo} <span className="td-cap">{spanOf(pass)}</span>
          </li>
        ))}
      </ul>
      {editing ? (
        <PassDialog
          place={place}
          stored={data}
          renew={() => refetch({ throwOnError: true })}
          close={() => setEditing(false)}
        />
      ) : null}
    </section>
  );
}

interface Draft extends Omit<TruckPass, 'vehicleId' | 'plateNo'> {
  key: number;
  vehicleId: string | null;
}
let serial = 0;
const blankRow = (): Draft => ({
  key: ++serial,
  vehicleId: null,
  passNo: '',
  validFrom: null,
  validUntil: null,
});

interface PassDialogProps {
  place: PlaceDetail;
  stored: TruckPasses;
  renew: () => Promise<unknown>;
  close: () => void;
}

function PassDialog({ place, stored: { version, passes }, renew, close }: PassDialogProps) {
  const [rows, setRows] = useState<Draft[]>(() =>
    passes.length > 0 ? passes.map((pass) => ({ ...pass, key: ++serial })) : [blankRow()],
  );
  const put = (key: number, set: Partial<Draft>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...set } : row)));
  const kept = rows.filter(({ vehicleId }) => vehicleId !== null);
  return (
    <FormDialog
      endpoint={placeSetPasses}
      input={{
        id: place.id,
        version,
        passes: kept.map(({ vehicleId, passNo, validFrom, validUntil }) => ({
          vehicleId: vehicleId ?? '',
          passNo,
          validFrom,
          validUntil,
        })),
      }}
      fresh={renew}
      // the place itself has another version now
      stale={[placePasses, stowageVehicles, placeChangeHis, placeDetail, placePage]}
      told={`${place.name} 的通行证已保存`}
      close={close}
      width={720}
      title={`${place.name} 通行证`}
    >
      <p className="td-cap">持证车辆在有效期内进入该限行区，配载和发车核对不再提醒限行。有效期不填为长期。</p>
      <AtField name="passes">
        <div className="ground-place-pass-rows">
          {rows.map((row, i) => (
            <div key={row.key} className="ground-place-pass">
              <VehiclePicker
                label={`第${i + 1}行车辆`}
                value={row.vehicleId ?? undefined}
                onChange={(vehicleId) => put(row.key, { vehicleId: vehicleId ?? null })}
              />
              <Input
                aria-label={`第${i + 1}行证号`}
                value={row.passNo}
                maxLength={30}
                placeholder="通行证号"
                onChange={(event) => put(row.key, { passNo: event.target.value })}
              />
              <Day
                label={`第${i + 1}行有效期起`}
                placeholder="有效期起"
                value={row.validFrom}
                put={(validFrom) => put(row.key, { validFrom })}
              />
              <Day
                label={`第${i + 1}行有效期止`}
                placeholder="有效期止"
                value={row.validUntil}
                put={(validUntil) => put(row.key, { validUntil })}
              />
              <Button
                type="text"
                icon={<Trash2 />}
                aria-label={`删除第${i + 1}行`}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              />
            </div>
          ))}
        </div>
      </AtField>
      <Button
        type="link"
        size="small"
        icon={<Plus />}
        disabled={rows.length >= maxPasses}
        onClick={() => setRows([...rows, blankRow()])}
      >
        添加车辆
      </Button>
    </FormDialog>
  );
}

function Day(props: { label: string; placeholder: string; value: string | null; put: (day: string | null) => void }) {
  const { label, placeholder, value, put } = props;
  return (
    <DatePicker
      aria-label={label}
      placeholder={placeholder}
      value={value ? dayjs(value) : null}
      format="YYYY-MM-DD"
      onChange={(day) => put(day ? day.format('YYYY-MM-DD') : null)}
    />
  );
}
