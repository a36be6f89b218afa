import { placeAdd, typesOf } from '@tongda/contract/ground/place/calls';
import { placeKind, placeSource, placeType } from '@tongda/contract/ground/place/enums';
import { parkingMap } from '@tongda/contract/reports/driving/parking';
import { Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { FormDialog } from '../../kit/dialog/form';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

/** Metres around a place where vehicles often stand, when it becomes a site (report.md 4.4). */
const siteRadiusM = 150;

/** 设为站点: a place outside of own sites, where vehicles often stand, becomes one. */
export const useParkingMap: UseReportExtras = (list) => {
  const [place, setPlace] = useState<AnyRow | null>(null);
  return {
    rowActions: (row) =>
      row.kind === 'outside' ? [{ label: '设为站点', can: placeAdd, run: () => setPlace(row) }] : [],
    open: place ? <SiteDialog place={place} done={list.refresh} close={() => setPlace(null)} /> : null,
  };
};

interface SiteForm {
  name: string;
  placeType: (typeof placeType.codes)[number];
  radiusM: number;
}

function SiteDialog({ place, done, close }: { place: AnyRow; done: () => void; close: () => void }) {
  const [form] = Form.useForm<SiteForm>();
  const address = String(place.name ?? '');
  const { lng, lat } = place;
  return (
    <FormDialog
      endpoint={placeAdd}
      form={form}
      initial={{ name: '', placeType: placeType.store, radiusM: siteRadiusM }}
      input={({ name, placeType: type, radiusM }) => ({
        kind: placeKind.site,
        name,
        placeType: type,
        address: address.slice(0, 100),
        source: placeSource.stop,
        // places of the map have a position
        shape: { kind: 'circle' as const, lng: Number(lng), lat: Number(lat), radiusM },
      })}
      told="已设为站点，停车会在重新计算后归到它名下"
      stale={[parkingMap.page]}
      done={done}
      close={close}
      title="设为站点"
      width={440}
    >
      <p className="td-cap">
        {address}：停车 {String(place.stops)} 次，共 {String(place.hours)} 小时
      </p>
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
        <Input maxLength={30} autoFocus />
      </Form.Item>
      <Form.Item name="placeType" label="类型" rules={[{ required: true, message: '请选择类型' }]}>
        <Select options={typesOf(placeKind.site).map(({ code, name }) => ({ value: code, label: name }))} />
      </Form.Item>
      <Form.Item name="radiusM" label="半径(m)" rules={[{ required: true, message: '请输入半径' }]}>
        <InputNumber min={50} max={5000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}
