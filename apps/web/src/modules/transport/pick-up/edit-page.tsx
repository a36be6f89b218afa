import { keysOf } from '@tongda/contract/core/keys';
import {
  type PickUpDetail,
  type PickUpSource,
  pickUpAdd,
  pickUpDetail,
  pickUpOrders,
  pickUpPage,
  pickUpStatusCount,
  pickUpUpdate,
} from '@tongda/contract/transport/pick-up/calls';
import { pickUpLabels } from '@tongda/contract/transport/pick-up/fields';
import { handlingNeed } from '@tongda/contract/transport/waybill/enums';
import { stowageSites, stowageVehicles } from '@tongda/contract/transport/waybill/stow/board';
import { AutoComplete, Form } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { AreaField } from '../../../kit/form/input/area';
import {
  DateField,
  EnumField,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../../kit/form/input/fields';
import { RemoteField, type Search } from '../../../kit/form/input/remote-select';
import { labelledBy } from '../../../kit/form/labelled-field';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { formatNumber } from '../../../kit/show/format';
import { searchCustomers, toFound } from '../../base/reference/door';
import { ItemsField, newItem, OrderStatusRing } from '../order/door';
import { useFieldValue } from '../parts/use-field-value';
import { PickUpItems } from './items';
import { pickUpLinks } from './links';
import { PickUpLog } from './log';

const names = keysOf(pickUpLabels);
const labelledField = labelledBy(pickUpLabels);
const stale = [pickUpPage, pickUpStatusCount, pickUpDetail];
const toForm = (loaded: PickUpDetail | null): Values =>
  loaded === null
    ? { alone: false, direct: false, handling: [], items: [newItem()] }
    : Object.fromEntries(names.map((name) => [name, loaded[name]]));

/** What the server needs to know of the source: an order, or else a customer and his goods. */
function sourceOf({ alone, orderCode, customerId, items, ...fields }: Values): Values {
  return alone === true ? { ...fields, direct: false, customerId, items } : { ...fields, orderCode, items: [] };
}

const searchSites: Search = async (keyword) =>
  (await call(stowageSites, undefined, { quiet: true }))
    .filter(({ name }) => name.includes(keyword))
    .map(({ placeId, name }) => ({ id: placeId, name }));

/** 新增/编辑提货单: `?id=` edits one. */
export function PickUpEditPage() {
  const [params] = useSearchParams();
  useStaleAfter(stale);
  return (
    <EditPage<PickUpDetail, typeof pickUpUpdate>
      noun="提货单"
      id={params.get('id') ?? undefined}
      load={pickUpDetail}
      save={pickUpUpdate}
      create={pickUpAdd}
      toForm={toForm}
      toInput={(values, loaded) =>
        loaded === null ? sourceOf(values) : { ...values, pickUpCode: loaded.pickUpCode, version: loaded.version }
      }
      back={pickUpLinks.list}
      head={(pickUp) => ({
        code: pickUp.pickUpCode,
        status: <OrderStatusRing status={pickUp.orderStatus} />,
        meta: `${pickUp.customerName}　订单 ${pickUp.orderCode}　${formatNumber(pickUp.totalPieces)} 件 ${formatNumber(pickUp.totalWeight, 2)} kg`,
      })}
      aside={(loaded) => (loaded ? <PickUpLog pickUpCode={loaded.pickUpCode} /> : null)}
      body={(loaded) => <Fields loaded={loaded} />}
    />
  );
}

function Fields({ loaded }: { loaded: PickUpDetail | null }) {
  const { form } = useEditScope();
  const alone = Form.useWatch('alone', form) === true;
  const direct = Form.useWatch('direct', form) === true && !alone;
  return (
    <>
      {loaded === null ? (
        <FieldGroup
          title="订单"
          hint="没有提货单的待调度订单，选中后带出发货信息；没有订单时自动建单，收货信息以后在订单里补充"
        >
          <SwitchField name="alone" label="没有订单" />
          {alone ? (
            <>
              <RemoteField name="customerId" label="客户名称" search={searchCustomers} known={null} />
              <ItemsField />
            </>
          ) : (
            <SourceField />
          )}
        </FieldGroup>
      ) : null}
      <FieldGroup title="提货点">
        <TextField {...labelledField('shipper')} />
        <TextField {...labelledField('shipPhone')} placeholder="手机或座机" />
        <AreaField {...labelledField('shipArea')} />
        <TextField {...labelledField('shipAddress')} span={6} />
        <NumberField {...labelledField('shipLng')} decimals={6} />
        <NumberField {...labelledField('shipLat')} decimals={6} />
      </FieldGroup>
      <FieldGroup title="时间与去向">
        <DateField {...labelledField('planFrom')} time />
        <DateField {...labelledField('planTo')} time />
        {alone ? null : <SwitchField {...labelledField('direct')} help="不入站，由运输任务直接送到收货点" />}
        {direct ? null : (
          <RemoteField
            {...labelledField('placeId')}
            search={searchSites}
            known={toFound(loaded?.placeId, loaded?.placeName)}
          />
        )}
      </FieldGroup>
      <FieldGroup title="车辆与装货要求">
        <VehicleTypeField />
        <EnumField {...labelledField('handling')} of={handlingNeed} multiple />
        <TextAreaField {...labelledField('remark')} />
      </FieldGroup>
      {loaded ? (
        <FieldGroup title="货物" hint="数量随订单；要分车提货请用拆单">
          <div className="kit-form-field" data-span={12}>
            <PickUpItems pickUp={loaded} />
          </div>
        </FieldGroup>
      ) : null}
    </>
  );
}

/** 车型要求: what the fleet has is suggested, anything may be typed. */
function VehicleTypeField() {
  const { data } = useAsk(stowageVehicles, undefined, { staleTime: 300_000 });
  const types = [
    ...new Set(
      (data ?? []).map(
        ({ lengthM, vehicleType }) => `${lengthM === null ? '' : `${formatNumber(lengthM, 1)}米`}${vehicleType}`,
      ),
    ),
  ].sort();
  return (
    <EditField {...labelledField('vehicleType')}>
      <AutoComplete
        allowClear
        placeholder="如 4.2米冷藏车"
        options={types.map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => String(option?.value ?? '').includes(typed) }}
      />
    </EditField>
  );
}

/** The order it is for; its sender and times are taken over. */
function SourceField() {
  const { form } = useEditScope();
  const found = useRef(new Map<string, PickUpSource>());
  const search = useCallback<Search>(async (keyword) => {
    const orders = await call(pickUpOrders, { keyword: keyword || undefined }, { quiet: true });
    for (const order of orders) found.current.set(order.orderCode, order);
    return orders.map(({ orderCode, customerName, totalPieces }) => ({
      id: orderCode,
      name: orderCode,
      note: `${customerName} ${formatNumber(totalPieces)} 件`,
    }));
  }, []);
  const code = useFieldValue<string>(form, 'orderCode');
  useEffect(() => {
    const order = code ? found.current.get(code) : undefined;
    if (!order) return;
    const { shipper, shipPhone, shipArea, shipAddress, shipLng, shipLat, planFrom, planTo } = order;
    form.setFieldsValue({ shipper, shipPhone, shipArea, shipAddress, shipLng, shipLat, planFrom, planTo });
  }, [code, form]);
  return <RemoteField name="orderCode" label="订单号" span={6} search={search} known={null} />;
}
