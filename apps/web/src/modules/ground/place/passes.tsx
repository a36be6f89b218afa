import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PlaceDetail, placeChangeHis, placeDetail, placePage } from '@tongda/contract/ground/place/calls';
import {
  maxPasses,
  placePasses,
  placeSetPasses,
  type TruckPass,
  type TruckPasses,
} from '@tongda/contract/ground/place/passes';
import { stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { Button, DatePicker, Input, Modal } from 'antd';
import dayjs from 'dayjs';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { Can } from '../../../kit/session/can';
import { VehiclePicker } from '../../resources/vehicle/door';

const spanOf = ({ validFrom, validUntil }: TruckPass): string =>
  validFrom || validUntil ? `${validFrom ?? ''} ~ ${validUntil ?? ''}` : '长期';

/** 通行证 of a 限行区: vehicles that it does not keep out. */
export function Passes({ place }: { place: PlaceDetail }) {
  const [editing, setEditing] = useState(false);
  const { data } = useQuery({
    queryKey: [placePasses.path, place.id],
    queryFn: ({ signal }) => call(placePasses, { id: place.id }, { signal, quiet: true }),
  });
  if (!data) return null;
  return (
    <section className="plc-part plc-passes" aria-label="通行证">
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
            <b>{pass.plateNo}</b> {pass.passNo} <span className="td-cap">{spanOf(pass)}</span>
          </li>
        ))}
      </ul>
      {editing ? <PassDialog place={place} stored={data} close={() => setEditing(false)} /> : null}
    </section>
  );
}

interface Draft extends Omit<TruckPass, 'vehicleId' | 'plateNo'> {
  key: number;
  vehicleId: string | null;
}
let serial = 0;
const blank = (): Draft => ({
  key: ++serial,
  vehicleId: null,
  passNo: '',
  validFrom: null,
  validUntil: null,
});

interface PassDialogProps {
  place: PlaceDetail;
  stored: TruckPasses;
  close: () => void;
}

function PassDialog({ place, stored: { version, passes }, close }: PassDialogProps) {
  const client = useQueryClient();
  const [rows, setRows] = useState<Draft[]>(() =>
    passes.length > 0 ? passes.map((pass) => ({ ...pass, key: ++serial })) : [blank()],
  );
  const [busy, setBusy] = useState(false);
  const put = (key: number, set: Partial<Draft>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...set } : row)));
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const kept = rows.filter(({ vehicleId }) => vehicleId !== null);
      const after = await call(placeSetPasses, {
        id: place.id,
        version,
        passes: kept.map(({ vehicleId, passNo, validFrom, validUntil }) => ({
          vehicleId: vehicleId ?? '',
          passNo,
          validFrom,
          validUntil,
        })),
      });
      client.setQueryData([placePasses.path, place.id], after);
      // the place itself has another version now
      for (const { path } of [stowageVehicles, placeChangeHis, placeDetail, placePage])
        void client.invalidateQueries({ queryKey: [path] });
      toast('success', `${place.name} 的通行证已保存`);
      close();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={`${place.name} 通行证`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">持证车辆在有效期内进入该限行区，配载和发车核对不再提醒限行。有效期不填为长期。</p>
      <div className="plc-pass-rows">
        {rows.map((row, i) => (
          <div key={row.key} className="plc-pass">
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
      <Button
        type="link"
        size="small"
        icon={<Plus />}
        disabled={rows.length >= maxPasses}
        onClick={() => setRows([...rows, blank()])}
      >
        添加车辆
      </Button>
    </Modal>
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
