import { temperatureType } from '@tongda/contract/enums/vehicle';
import {
  deliveryMode,
  freightPayMode,
  orderPriority,
  pickUpFlag,
  receiptRequire,
  serviceMode,
} from '@tongda/contract/enums/waybill';
import { type OrderField, orderLabels, temperatureHint } from '@tongda/contract/order/fields';
import { type OrderDetail, type OrderPlace, orderPlaces } from '@tongda/contract/order/order';
import { Form } from 'antd';
import { useCallback, useRef } from 'react';
import { call } from '../../kit/api';
import { useEditScope } from '../../kit/edit-context';
import { FieldGroup } from '../../kit/edit-field';
import { DateField, EnumField, NumberField, SwitchField, TextAreaField, TextField } from '../../kit/fields';
import { RemoteField, RemoteSelect, type Search } from '../../kit/remote-select';
import { known, searchCustomers } from '../reference/pick';
import { ItemsField } from './items-field';

const at = (name: OrderField) => ({ name, label: orderLabels[name] });

/** The fields of a customer order, for adding and editing. */
export function OrderFields({ loaded }: { loaded: OrderDetail | null }) {
  return (
    <>
      <FieldGroup title="客户与业务">
        <RemoteField
          {...at('customerId')}
          search={searchCustomers}
          known={known(loaded?.customerId, loaded?.customerName)}
        />
        <TextField {...at('customerOrderNo')} placeholder="客户自己的单号" />
        <EnumField {...at('businessType')} of={serviceMode} segmented />
        <EnumField {...at('priority')} of={orderPriority} segmented />
        <EnumField {...at('freightPayMode')} of={freightPayMode} />
        <EnumField {...at('pickUpFlag')} of={pickUpFlag} segmented />
        <EnumField {...at('deliveryMode')} of={deliveryMode} segmented />
      </FieldGroup>
      <Side
        title="发货信息"
        names={{
          who: 'shipper',
          phone: 'shipPhone',
          area: 'shipArea',
          address: 'shipAddress',
          lng: 'shipLng',
          lat: 'shipLat',
        }}
      >
        <DateField {...at('pickFrom')} time />
        <DateField {...at('pickTo')} time />
      </Side>
      <Side
        title="收货信息"
        names={{
          who: 'receiver',
          phone: 'receivePhone',
          area: 'receiveArea',
          address: 'receiveAddress',
          lng: 'receiveLng',
          lat: 'receiveLat',
        }}
      >
        <DateField {...at('arriveFrom')} time />
        <DateField {...at('arriveTo')} time />
        <NumberField {...at('unloadMin')} unit="分钟" min={1} max={1440} />
      </Side>
      <FieldGroup title="货物与温控" hint="件数、重量、体积按行合计">
        <ItemsField />
        <NumberField {...at('pallets')} unit="托" decimals={1} min={0.5} max={200} />
        <Temperature />
      </FieldGroup>
      <FieldGroup title="增值服务">
        <NumberField {...at('goodsValue')} unit="元" decimals={2} min={0} />
        <NumberField {...at('insuredAmount')} unit="元" decimals={2} min={0} />
        <NumberField {...at('codAmount')} unit="元" decimals={2} min={0} />
        <EnumField {...at('receiptRequire')} of={receiptRequire} />
        <NumberField {...at('receiptCopies')} unit="份" min={0} max={20} />
        <TextAreaField {...at('remark')} />
      </FieldGroup>
    </>
  );
}

function Temperature() {
  const { form } = useEditScope();
  const type = Form.useWatch('temperatureType', form) as Parameters<typeof temperatureHint>[0]['temperatureType'];
  const tempMin = (Form.useWatch('tempMin', form) as number | null) ?? null;
  const tempMax = (Form.useWatch('tempMax', form) as number | null) ?? null;
  const hint = type === undefined ? null : temperatureHint({ temperatureType: type, tempMin, tempMax });
  return (
    <>
      <EnumField {...at('temperatureType')} of={temperatureType} segmented />
      <NumberField {...at('tempMin')} unit="℃" decimals={1} />
      <NumberField
        {...at('tempMax')}
        unit="℃"
        decimals={1}
        help={hint ? <span className="ord-hint">{hint}</span> : null}
      />
      <SwitchField {...at('preCool')} />
    </>
  );
}

interface SideProps {
  title: string;
  names: Record<'who' | 'phone' | 'area' | 'address' | 'lng' | 'lat', OrderField>;
  children: React.ReactNode;
}

/** One end of the way: taken over from the address book, or typed. */
function Side({ title, names, children }: SideProps) {
  const { form } = useEditScope();
  const customerId = Form.useWatch('customerId', form) as string | undefined;
  const found = useRef(new Map<string, OrderPlace>());
  const search = useCallback<Search>(
    async (keyword) => {
      const places = await call(orderPlaces, { customerId, keyword: keyword || undefined }, { quiet: true });
      for (const place of places) found.current.set(place.id, place);
      return places.map(({ id, name, area, address }) => ({ id, name, note: `${area}${address}` }));
    },
    [customerId],
  );
  const take = (id: string | undefined): void => {
    const place = id ? found.current.get(id) : undefined;
    if (!place) return;
    form.setFieldsValue({
      [names.who]: place.contact,
      [names.phone]: place.phone,
      [names.area]: place.area,
      [names.address]: place.address,
      [names.lng]: place.lng,
      [names.lat]: place.lat,
    });
    void form.validateFields([names.who, names.phone, names.area, names.address]).catch(() => undefined);
  };
  return (
    <FieldGroup
      title={title}
      hint={
        <div className="ord-book">
          <RemoteSelect
            label={`${title}：从地址簿选择`}
            search={search}
            value={null}
            onChange={take}
            placeholder="从地址簿选择"
          />
        </div>
      }
    >
      <TextField {...at(names.who)} />
      <TextField {...at(names.phone)} placeholder="手机或座机" />
      <TextField {...at(names.area)} placeholder="如 上海市青浦区" />
      <TextField {...at(names.address)} span={6} />
      <NumberField {...at(names.lng)} decimals={6} />
      <NumberField {...at(names.lat)} decimals={6} />
      {children}
    </FieldGroup>
  );
}
